#pragma once

#include <perf/segment/IdIndex.hpp>
#include <perf/segment/RecordStore.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string_view>

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
    char* takeBytes(std::size_t bytes) noexcept;

    Segment* segment_;
    RecordStore records_;
    std::mutex mutex_;
    char* free_ = nullptr;
    std::size_t freeBytes_ = 0;
    IdIndex index_;
};

}  // namespace gantry::perf
