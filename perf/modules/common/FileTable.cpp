#include "FileTable.hpp"

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

}  // namespace

void FileTable::use(const gantry_region_t& region) noexcept {
    records_ = RegionRecords(region);
    if (records_) {
        (void)make(kOther, sizeof kOther - 1);
    }
}

std::uint32_t FileTable::make(const char* name, std::size_t length) const noexcept {
    const std::uint32_t index = records_.make(name, length);
    return index == RegionRecords::kNone ? kNone : index + kFirst;
}

std::uint32_t FileTable::other() const noexcept {
    records_.noteLeftOut();
    return kFirst;
}

// Two threads may make a record of one name at once. One of them wins the bucket; the record of the
// other has no figures and is left out by readers.
std::uint32_t FileTable::numberOf(const char* name, std::size_t length) noexcept {
    if (!records_) {
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
        if ((found & kUpperHalf) == (hash & kUpperHalf) &&
            records_.isNamed(number - kFirst, name, length)) {
            return number;
        }
    }
    return other();
}

}  // namespace gantry::io
