#pragma once

#include <cstdint>
#include <sys/single_threaded.h>

#include "FileFields.hpp"

namespace gantry::io {

/// What one call moved, and where.
struct Access {
    bool isWrite = false;
    std::uint64_t bytes = 0;
    std::int64_t offset = -1;  ///< where it began; -1: the file has no places, or it is not known
    std::int64_t begunNs = 0;  ///< CLOCK_MONOTONIC
    std::int64_t endedNs = 0;
};

/// Where the last accesses by one descriptor ended. Threads may use it at once; then what is
/// counted of their order is one of several truths.
struct AccessOrder {
    std::int64_t readEnd = 0;
    std::int64_t writeEnd = 0;
    std::uint32_t last = 0;  ///< 0 none, 1 a read, 2 a write
};

/// The figures of one file in memory of the segment. Any thread and any signal handler may count
/// at any time: no lock, and each figure is one instruction, so that none is lost. A null pointer
/// inside counts nothing.
class FileRecord final {
public:
    explicit FileRecord(std::int64_t* fields) noexcept : fields_(fields) {}

    explicit operator bool() const noexcept { return fields_ != nullptr; }

    void add(std::uint32_t field, std::int64_t value) const noexcept {
        if (__libc_single_threaded != 0) {
            // One instruction: a handler that comes in between cannot be lost.
            fields_[field] += value;
        } else {
            __atomic_fetch_add(&fields_[field], value, __ATOMIC_RELAXED);
        }
    }
    void raise(std::uint32_t field, std::int64_t value) const noexcept {
        std::int64_t known = __atomic_load_n(&fields_[field], __ATOMIC_RELAXED);
        while (known < value && !__atomic_compare_exchange_n(&fields_[field], &known, value, true,
                                                             __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }
    /// first and last are a pair of fields.
    void moment(std::uint32_t first, std::int64_t ns) const noexcept {
        if (__atomic_load_n(&fields_[first], __ATOMIC_RELAXED) == 0) {
            __atomic_store_n(&fields_[first], ns, __ATOMIC_RELAXED);
        }
        __atomic_store_n(&fields_[first + 1], ns, __ATOMIC_RELAXED);
    }

    /// Counts an access of that size among the most frequent ones: kCommonSizes fields of sizes,
    /// and as many of their counts.
    void countSize(std::uint64_t bytes, std::uint32_t sizes, std::uint32_t counts) const noexcept;

    /// A read or write that succeeded. order: null where the call has no descriptor of its own.
    void count(const Access& access, AccessOrder* order) const noexcept;

private:
    void countPlace(const Access& access, AccessOrder& order) const noexcept;

    std::int64_t* fields_;
};

}  // namespace gantry::io
