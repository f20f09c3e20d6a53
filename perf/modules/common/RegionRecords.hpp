#pragma once

#include <gantry.h>

#include <cstddef>
#include <cstdint>

namespace gantry::io {

/// The records in memory that gantry_module_region has given. Lock-free and without allocations:
/// any thread and any signal handler may make a record at any time. Other code of the process may
/// make records in the same memory.
class RegionRecords final {
public:
    /// In place of the index of a record that does not fit.
    static constexpr std::uint32_t kNone = UINT32_MAX;

    constexpr RegionRecords() noexcept = default;
    /// region: all zeros where there is none; then no record fits.
    explicit constexpr RegionRecords(const gantry_region_t& region) noexcept : region_(region) {}

    explicit operator bool() const noexcept { return region_.records != nullptr; }

    /// A new record of that name, whose fields are 0; kNone where it does not fit.
    [[nodiscard]] std::uint32_t make(const char* name, std::size_t length) const noexcept;

    /// The index of a record of that name; kNone where there is none. Looks at each record.
    [[nodiscard]] std::uint32_t find(const char* name, std::size_t length) const noexcept;

    [[nodiscard]] bool isNamed(std::uint32_t index, const char* name,
                               std::size_t length) const noexcept;

    /// The fields of the record of that index.
    [[nodiscard]] std::int64_t* fields(std::uint32_t index) const noexcept {
        return reinterpret_cast<std::int64_t*>(at(index) + sizeof(std::uint64_t));
    }

    /// Something did not fit.
    void noteLeftOut() const noexcept { __atomic_fetch_add(region_.left_out, 1, __ATOMIC_RELAXED); }

    /// All fields of all records are 0 from now on; names stay.
    void clear() const noexcept;

private:
    [[nodiscard]] std::uint32_t used() const noexcept;
    [[nodiscard]] unsigned char* at(std::uint32_t index) const noexcept {
        return region_.records + std::size_t{index} * region_.record_bytes;
    }

    gantry_region_t region_{};
};

}  // namespace gantry::io
