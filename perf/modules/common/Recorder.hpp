#pragma once

#include <gantry.h>

#include <atomic>
#include <cstdint>

#include "Clock.hpp"
#include "Descriptors.hpp"
#include "FileTable.hpp"
#include "PathFilter.hpp"
#include "TimeBins.hpp"

namespace gantry::io {

class Path;

/// Set in a child of vfork(), which runs on its parent's memory, and by other code of Gantry in the
/// process while it uses files of its own: nothing is recorded then. One for all modules of the
/// process.
[[gnu::tls_model("initial-exec"), gnu::visibility("default")]] extern constinit thread_local bool
    inVforkChild asm("gantry_in_vfork_child");

/// One module's records of files: when it records, and for which descriptor and name. One object
/// for the whole process. Before begin() nothing is recorded. errno may change.
class Recorder final {
public:
    constexpr Recorder() noexcept = default;

    /// From the module's constructor: finds the engine, takes memory, reads the settings. Nothing
    /// of this may happen inside a call that the program makes, which may be its malloc.
    void begin(const char* module) noexcept;

    /// Whether a call from there is to be recorded: measuring has begun, and it is not the engine's
    /// own. Costs two loads and a few comparisons.
    [[nodiscard]] bool records(const void* caller) noexcept {
        return (state_.load(std::memory_order_relaxed) == State::On || resumes()) &&
               reinterpret_cast<std::uintptr_t>(caller) - ownBegin_ >= ownBytes_ && !inVforkChild;
    }

    /// The number of the file behind a descriptor, as FileTable has it.
    std::uint32_t fileOf(int descriptor) noexcept {
        Descriptor* const known = descriptors_.at(descriptor);
        const std::uint32_t file =
            known != nullptr ? known->file.load(std::memory_order_acquire) : FileTable::kNone;
        return file != FileTable::kNone ? file : find(descriptor);
    }
    /// Whether a name is not to be recorded.
    [[nodiscard]] bool excludes(const Path& path) const noexcept;
    /// The same of a name as the program gives it, where this can be said at once.
    [[nodiscard]] bool excludesAtOnce(const char* name) const noexcept {
        return filter_.excludesAtOnce(name);
    }
    /// Of a name that is to be recorded.
    std::uint32_t fileOf(const Path& path) noexcept;
    /// Of names that calls failed with: most do not exist, and each would take a record.
    std::uint32_t failedOnes() noexcept;

    [[nodiscard]] FileRecord record(std::uint32_t file) const noexcept {
        return files_.record(file);
    }
    /// Counts a read or write that succeeded, of the file and over time.
    void count(const FileRecord& record, const Access& access, AccessOrder* order) noexcept {
        record.count(access, order);
        bins_.count(access);
    }
    Descriptors& descriptors() noexcept { return descriptors_; }
    [[nodiscard]] const Clock& clock() const noexcept { return clock_; }

private:
    enum class State : std::uint32_t { Off, On, Forked };

    std::uint32_t find(int descriptor) noexcept;
    void nameStandardOnes() noexcept;
    void noteOwnCode() noexcept;
    bool resumes() noexcept;
    bool takeRegion(gantry_region_t& region) const noexcept;
    static void afterFork() noexcept;

    std::atomic<State> state_{State::Off};
    std::uintptr_t ownBegin_ = 0;
    std::uintptr_t ownBytes_ = 0;
    const char* module_ = nullptr;
    Clock clock_;
    PathFilter filter_;
    Descriptors descriptors_;
    FileTable files_;
    TimeBins bins_;
};

}  // namespace gantry::io
