#pragma once

#include <gantry.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "FileRecord.hpp"
#include "RegionRecords.hpp"

namespace gantry::io {

/// The records of all files of a process: by number, and by name. Lock-free and without
/// allocations, so that any thread and any signal handler may use it at any time. Files that do not
/// fit are one record, `(other)`, and are counted in the region.
class FileTable final {
public:
    /// In place of a record's number.
    static constexpr std::uint32_t kNone = 0;      ///< not looked for yet
    static constexpr std::uint32_t kExcluded = 1;  ///< not to be recorded
    static constexpr std::uint32_t kFirst = 2;     ///< the number of `(other)`

    static constexpr std::uint32_t kMostFiles = 32768;

    constexpr FileTable() noexcept = default;

    /// Once, before it is used. region: all zeros where there is none; then nothing is recorded.
    void use(const gantry_region_t& region) noexcept;

    /// In a forked child, whose memory is its own now: all figures are 0, names stay.
    void clear() const noexcept { records_.clear(); }

    /// The number of the file of that name, new or known; `(other)` where it does not fit.
    std::uint32_t numberOf(const char* name, std::size_t length) noexcept;

    /// The fields of that number; null for kNone and kExcluded.
    [[nodiscard]] std::int64_t* fields(std::uint32_t number) const noexcept {
        return number < kFirst || !records_ ? nullptr : records_.fields(number - kFirst);
    }

    /// The record of that number; none for kNone and kExcluded.
    [[nodiscard]] FileRecord record(std::uint32_t number) const noexcept {
        return FileRecord(fields(number));
    }

private:
    static constexpr std::uint32_t kBuckets = 2 * kMostFiles;

    std::uint32_t make(const char* name, std::size_t length) const noexcept;
    std::uint32_t other() const noexcept;

    RegionRecords records_;
    /// The upper half of the name's hash above the number of its record; 0: free.
    std::array<std::atomic<std::uint64_t>, kBuckets> buckets_{};
};

}  // namespace gantry::io
