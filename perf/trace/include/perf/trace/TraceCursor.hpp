#pragma once

#include <perf/trace/Trace.hpp>

#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// Goes through the records of one thread, unpacking one chunk at a time. Where numbers are
/// missing between chunks it gives a Lost record that says how many.
class TraceCursor final {
public:
    /// The trace must outlive the cursor.
    TraceCursor(const Trace& trace, std::uint32_t thread);

    /// The next record; false at the end. Throws TraceError.
    bool next(TraceRecord& record);

    /// The number of the first record there is: those before it were overwritten.
    [[nodiscard]] std::uint64_t first() const noexcept { return first_; }

private:
    bool load();

    const std::vector<const std::string*>* chunks_ = nullptr;
    std::size_t chunk_ = 0;
    std::size_t at_ = 0;
    TraceRun run_;
    std::uint64_t first_ = 0;
    std::uint64_t number_ = 0;
    std::uint64_t lastTime_ = 0;
};

}  // namespace gantry::perf
