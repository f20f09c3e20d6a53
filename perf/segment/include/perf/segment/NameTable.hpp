#pragma once

#include <perf/segment/RecordStore.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string_view>
#include <unordered_set>

namespace gantry::perf {

/// The texts of a segment: any bytes, 0 B to 64 KiB, each kept once and never moved. Any thread may
/// use it; adding takes a mutex, reading takes nothing.
class NameTable final {
public:
    static constexpr std::size_t kLongest = std::size_t{64} << 10U;

    explicit NameTable(Segment& segment);

    /// The id of a text; kNone where it is longer than kLongest or the segment is full. Throws
    /// std::bad_alloc.
    std::uint32_t add(std::string_view text);

    /// A text that was added; valid as long as the segment.
    [[nodiscard]] std::string_view at(std::uint32_t id) const noexcept;

    /// What keeps others from adding, for a fork.
    std::mutex& mutex() noexcept { return mutex_; }

private:
    struct Hash {
        using is_transparent = void;
        const NameTable* table;
        std::size_t operator()(std::uint32_t id) const noexcept { return (*this)(table->at(id)); }
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>()(text);
        }
    };
    struct Equal {
        using is_transparent = void;
        const NameTable* table;
        bool operator()(std::uint32_t a, std::uint32_t b) const noexcept { return a == b; }
        bool operator()(std::string_view text, std::uint32_t id) const noexcept {
            return text == table->at(id);
        }
        bool operator()(std::uint32_t id, std::string_view text) const noexcept {
            return text == table->at(id);
        }
    };

    char* takeBytes(std::size_t bytes) noexcept;

    Segment* segment_;
    RecordStore records_;
    std::mutex mutex_;
    char* free_ = nullptr;
    std::size_t freeBytes_ = 0;
    std::unordered_set<std::uint32_t, Hash, Equal> index_;
};

}  // namespace gantry::perf
