#include "RegionRecords.hpp"

#include <algorithm>
#include <cstring>

namespace gantry::io {

namespace {

struct Head {
    std::uint32_t name;
    std::uint32_t nameLength;  ///< plus 1
};

}  // namespace

bool RegionRecords::isNamed(std::uint32_t index, const char* name,
                            std::size_t length) const noexcept {
    const auto* const head = reinterpret_cast<const Head*>(at(index));
    return __atomic_load_n(&head->nameLength, __ATOMIC_ACQUIRE) == length + 1 &&
           std::memcmp(region_.names + head->name, name, length) == 0;
}

std::uint32_t RegionRecords::find(const char* name, std::size_t length) const noexcept {
    for (std::uint32_t index = 0; index < used(); ++index) {
        if (isNamed(index, name, length)) {
            return index;
        }
    }
    return kNone;
}

std::uint32_t RegionRecords::used() const noexcept {
    return region_.records == nullptr
               ? 0
               : std::min(__atomic_load_n(region_.records_used, __ATOMIC_RELAXED),
                          region_.record_capacity);
}

// Memory that is taken and does not fit stays taken: the next name may fit all the same.
std::uint32_t RegionRecords::make(const char* name, std::size_t length) const noexcept {
    if (region_.records == nullptr ||
        __atomic_load_n(region_.records_used, __ATOMIC_RELAXED) >= region_.record_capacity ||
        __atomic_load_n(region_.name_bytes_used, __ATOMIC_RELAXED) + length >
            region_.name_capacity) {
        return kNone;
    }
    const std::uint32_t index = __atomic_fetch_add(region_.records_used, 1, __ATOMIC_RELAXED);
    const std::uint32_t place = __atomic_fetch_add(
        region_.name_bytes_used, static_cast<std::uint32_t>(length), __ATOMIC_RELAXED);
    if (index >= region_.record_capacity || place + length > region_.name_capacity) {
        return kNone;
    }
    std::memcpy(region_.names + place, name, length);
    auto* const head = reinterpret_cast<Head*>(at(index));
    head->name = place;
    __atomic_store_n(&head->nameLength, static_cast<std::uint32_t>(length + 1), __ATOMIC_RELEASE);
    return index;
}

void RegionRecords::clear() const noexcept {
    for (std::uint32_t i = 0; i < used(); ++i) {
        std::memset(fields(i), 0, region_.record_bytes - sizeof(std::uint64_t));
    }
    __atomic_store_n(region_.left_out, 0, __ATOMIC_RELAXED);
}

}  // namespace gantry::io
