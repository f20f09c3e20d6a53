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
///
/// Texts up to 1 KiB are packed into blocks of 4 KiB, longer ones get memory of their own. The hash
/// index is in the process's own memory, so after a fork the child finds the names that it has
/// inherited.
///
///     const std::uint32_t id = names.add("solve");
///     if (id != kNone) { use(names.at(id)); }
class NameTable final {
public:
    static constexpr std::size_t kLongest = std::size_t{64} << 10U;

    /// The segment outlives the table; at most one table is made for a segment.
    explicit NameTable(Segment& segment);

    /// The id of a text; kNone where it is longer than kLongest or the segment is full. Throws
    /// std::bad_alloc. The same text gives the same id. Constant time, and a copy of a new text.
    std::uint32_t add(std::string_view text);

    /// A text that was added; valid as long as the segment. Not checked: id comes from add(). A
    /// reader of other processes' segments uses NameView.
    [[nodiscard]] std::string_view at(std::uint32_t id) const noexcept;

    /// What keeps others from adding, for a fork.
    std::mutex& mutex() noexcept { return mutex_; }

private:
    // Of the present block, or of a new one; null where the segment is full. Under mutex_.
    char* takeBytes(std::size_t bytes) noexcept;

    Segment* segment_;
    RecordStore records_;
    std::mutex mutex_;
    // What is left of the present block. The rest of an old one is given up.
    char* free_ = nullptr;
    std::size_t freeBytes_ = 0;
    // By the hash of the text. Under mutex_.
    IdIndex index_;
};

}  // namespace gantry::perf
