#include "FileTable.hpp"

#include <algorithm>
#include <cstring>

namespace gantry::io {

namespace {

constexpr char kOther[] = "(other)";
constexpr std::uint64_t kUpperHalf = 0xffffffff00000000U;
constexpr std::uint32_t kMostProbes = 64;

// Eight bytes at a time: names are long, and each open hashes one.
std::uint64_t hashOf(const char* text, std::size_t length) noexcept {
    constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15U;
    std::uint64_t hash = length * kFactor;
    for (; length >= sizeof hash; length -= sizeof hash, text += sizeof hash) {
        std::uint64_t word = 0;
        std::memcpy(&word, text, sizeof word);
        hash = (hash ^ word) * kFactor;
        hash ^= hash >> 32U;
    }
    std::uint64_t last = 0;
    std::memcpy(&last, text, length);
    hash = (hash ^ last) * kFactor;
    return hash ^ hash >> 29U;
}

struct Head {
    std::uint32_t name;
    std::uint32_t nameLength;  ///< plus 1
};

}  // namespace

void FileTable::use(const gantry_region_t& region) noexcept {
    region_ = region;
    if (region_.records != nullptr) {
        (void)make(kOther, sizeof kOther - 1);
    }
}

void FileTable::clear() const noexcept {
    const std::uint32_t used =
        std::min(__atomic_load_n(region_.records_used, __ATOMIC_RELAXED), region_.record_capacity);
    for (std::uint32_t i = 0; i < used; ++i) {
        std::memset(fieldsAt(i), 0, region_.record_bytes - sizeof(std::uint64_t));
    }
    __atomic_store_n(region_.left_out, 0, __ATOMIC_RELAXED);
}

bool FileTable::isNamed(std::uint32_t index, const char* name, std::size_t length) const noexcept {
    const auto* const head = reinterpret_cast<const Head*>(at(index));
    return __atomic_load_n(&head->nameLength, __ATOMIC_ACQUIRE) == length + 1 &&
           std::memcmp(region_.names + head->name, name, length) == 0;
}

// Returns the number, or kNone where there is no room. Memory that is taken and does not fit stays
// taken: the next name may fit all the same.
std::uint32_t FileTable::make(const char* name, std::size_t length) const noexcept {
    if (__atomic_load_n(region_.records_used, __ATOMIC_RELAXED) >= region_.record_capacity ||
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
    return index + kFirst;
}

std::uint32_t FileTable::other() const noexcept {
    __atomic_fetch_add(region_.left_out, 1, __ATOMIC_RELAXED);
    return kFirst;
}

// Two threads may make a record of one name at once. One of them wins the bucket; the record of the
// other has no figures and is left out by readers.
std::uint32_t FileTable::numberOf(const char* name, std::size_t length) noexcept {
    if (region_.records == nullptr) {
        return kExcluded;
    }
    const std::uint64_t hash = hashOf(name, length);
    std::uint32_t made = kNone;
    for (std::uint32_t probe = 0; probe < kMostProbes; ++probe) {
        std::atomic<std::uint64_t>& bucket = buckets_[(hash + probe) % kBuckets];
        std::uint64_t found = bucket.load(std::memory_order_acquire);
        if (found == 0) {
            made = made != kNone ? made : make(name, length);
            if (made == kNone) {
                return other();
            }
            if (bucket.compare_exchange_strong(found, (hash & kUpperHalf) | made,
                                               std::memory_order_acq_rel)) {
                return made;
            }
        }
        const auto number = static_cast<std::uint32_t>(found);
        if ((found & kUpperHalf) == (hash & kUpperHalf) && isNamed(number - kFirst, name, length)) {
            return number;
        }
    }
    return other();
}

}  // namespace gantry::io
