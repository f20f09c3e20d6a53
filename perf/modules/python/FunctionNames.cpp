#include "FunctionNames.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gantry::python {

namespace {

constexpr const char* kSetting = "GANTRY_PYTHON_FUNCTIONS";
constexpr std::uint32_t kUsualFunctions = 16384;  // that are called, not only defined
constexpr std::uint32_t kLeastFunctions = 256;
constexpr std::uint32_t kBytesOfName = 96;
constexpr gantry_field_t kFields[]{
    {"number", "", "none"}, {"line", "", "none"}, {"calls", "", "sum"}};

std::uint32_t functionsAsked() noexcept {
    const char* const text = std::getenv(kSetting);
    const unsigned long number = text != nullptr ? std::strtoul(text, nullptr, 10) : 0;
    return number == 0 ? kUsualFunctions
                       : static_cast<std::uint32_t>(
                             std::clamp<unsigned long>(number, kLeastFunctions, kSlots));
}

std::size_t hashOf(std::string_view name) noexcept {
    std::uint64_t hash = name.size();
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 32U;
    }
    return static_cast<std::size_t>(hash);
}

}  // namespace

// Where little memory was granted, most of it is left to the others.
bool FunctionNames::takeRegion() noexcept {
    const std::uint32_t asked = functionsAsked();
    for (std::uint32_t most = asked; most >= kLeastFunctions; most /= 4) {
        const char* const setting = most == asked ? kSetting : "GANTRY_MEMORY_LIMIT";
        const gantry_module_t module{"python", setting, kFields, 1, 3, most, most * kBytesOfName};
        if (gantry_module_region(&module, &region_) != 0) {
            if (*region_.records_used == 0) {
                (void)find("(other Python functions)", 1);
                (void)find("(deeper Python functions)", 1);
            }
            for (std::uint32_t i = 0; i < *region_.records_used; ++i) {
                record(i).calls = 0;
            }
            return true;
        }
    }
    return false;
}

std::uint32_t FunctionNames::numberOf(const FunctionPlace& place) noexcept {
    char name[sizeof place.name + sizeof place.file + 32];
    const int length =
        std::snprintf(name, sizeof name, "%s (%s:%ld)", place.name, place.file, place.line);
    // Line 0 is that of a module in some versions; a record of zeros alone is one that is empty.
    return find({name, static_cast<std::size_t>(std::max(length, 0))},
                std::max<std::int64_t>(place.line, 1));
}

std::uint32_t FunctionNames::find(std::string_view name, std::int64_t line) noexcept {
    for (std::size_t i = hashOf(name);; ++i) {
        std::uint32_t& bucket = buckets_[i % kBuckets];
        if (bucket == 0) {
            const std::uint32_t number = make(name, line);
            bucket = number == kOther ? 0 : number + 1;
            return number;
        }
        if (isNamed(bucket - 1, name)) {
            return bucket - 1;
        }
    }
}

bool FunctionNames::isNamed(std::uint32_t number, std::string_view name) const noexcept {
    const Record& known = record(number);
    return known.nameLength == name.size() + 1 &&
           std::memcmp(region_.names + known.name, name.data(), name.size()) == 0;
}

std::uint32_t FunctionNames::make(std::string_view name, std::int64_t line) const noexcept {
    const std::uint32_t number = *region_.records_used;
    const std::uint32_t at = *region_.name_bytes_used;
    if (number >= std::min(region_.record_capacity, kSlots) ||
        region_.name_capacity - at < name.size()) {
        ++*region_.left_out;
        return kOther;
    }
    std::memcpy(region_.names + at, name.data(), name.size());
    Record& made = record(number);
    made.name = at;
    made.number = number;
    made.line = line;
    __atomic_store_n(region_.name_bytes_used, at + static_cast<std::uint32_t>(name.size()),
                     __ATOMIC_RELAXED);
    __atomic_store_n(region_.records_used, number + 1, __ATOMIC_RELEASE);
    __atomic_store_n(&made.nameLength, static_cast<std::uint32_t>(name.size() + 1),
                     __ATOMIC_RELEASE);
    return number;
}

}  // namespace gantry::python
