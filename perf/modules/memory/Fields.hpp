#pragma once

#include <gantry.h>

#include <cstdint>

namespace gantry::memory {

/// The fields of a record, in the order of docs/formats/module.md.
enum Field : std::uint32_t {
    AllocatedBlocks,
    AllocatedBytes,
    FreedBlocks,
    FreedBytes,
    LiveBytes,
    PeakBytes,
    Failures,
    Samples,
    FieldCount
};

inline constexpr gantry_field_t kFields[FieldCount] = {
    {"allocated_blocks", "", "sum"}, {"allocated_bytes", "B", "sum"}, {"freed_blocks", "", "sum"},
    {"freed_bytes", "B", "sum"},     {"live_bytes", "B", "sum"},      {"peak_bytes", "B", "sum"},
    {"failures", "", "sum"},         {"samples", "", "sum"}};

/// A record in the segment. Any thread may add to it.
class Record final {
public:
    explicit Record(std::int64_t* fields = nullptr) noexcept : fields_(fields) {}

    explicit operator bool() const noexcept { return fields_ != nullptr; }
    void add(Field field, std::int64_t value) const noexcept {
        __atomic_fetch_add(&fields_[field], value, __ATOMIC_RELAXED);
    }
    /// Adds to the bytes that are in use, and remembers the most there were.
    void live(std::int64_t bytes) const noexcept {
        const std::int64_t now = __atomic_add_fetch(&fields_[LiveBytes], bytes, __ATOMIC_RELAXED);
        std::int64_t peak = __atomic_load_n(&fields_[PeakBytes], __ATOMIC_RELAXED);
        while (now > peak && !__atomic_compare_exchange_n(&fields_[PeakBytes], &peak, now, true,
                                                          __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }

private:
    std::int64_t* fields_;
};

}  // namespace gantry::memory
