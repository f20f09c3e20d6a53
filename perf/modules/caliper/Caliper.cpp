// The C interface of Caliper. Every function calls the one of Caliper as well, so that a
// measurement by Caliper itself is what it is without this module. Newer versions return nothing
// where older ones return an error code: what is handed on then is not looked at.
#include <gantry.h>

#include <NameHash.hpp>
#include <OpenRegions.hpp>
#include <TimerNames.hpp>
#include <atomic>
#include <cstdint>

#include "Announced.hpp"

namespace gantry::caliper {

namespace {

using regions::NextFunction;
using regions::OpenRegions;
using regions::TimerNames;

constinit TimerNames names{"Caliper"};
constinit std::atomic<bool> isOn{false};
[[gnu::tls_model("initial-exec")]] constinit thread_local OpenRegions open;
[[gnu::tls_model("initial-exec")]] constinit thread_local bool isInside = false;

bool on() noexcept {
    return isOn.load(std::memory_order_relaxed) && !isInside;
}

[[gnu::constructor]] void start() noexcept {
    isOn.store(gantry_measuring() != 0, std::memory_order_release);
}

[[gnu::destructor]] void stop() noexcept {
    isOn.store(false, std::memory_order_release);
}

// An attribute by its number in Caliper.
std::uint32_t kindOf(std::uint64_t attribute) noexcept {
    return static_cast<std::uint32_t>(attribute) % kNamed;
}

using OfName = int (*)(const char* name);
using OfNames = int (*)(const char* attribute, const char* value);
using OfAttribute = int (*)(std::uint64_t attribute);
using NameOf = const char* (*)(std::uint64_t attribute);

constinit NextFunction<NameOf> nextNameOf{"cali_attribute_name"};

const char* nameOf(std::uint64_t attribute, const void* caller) noexcept {
    const InCaliper inside;
    const NameOf next = nextNameOf.from(caller);
    const char* const name = next != nullptr ? next(attribute) : nullptr;
    return name != nullptr ? name : "annotation";
}

}  // namespace

InCaliper::InCaliper() noexcept : before_(isInside) {
    isInside = true;
}

InCaliper::~InCaliper() {
    isInside = before_;
}

std::uint32_t kindOf(const char* text) noexcept {
    regions::NameHash hash;
    hash.add(text != nullptr ? text : "");
    return kNamed | (static_cast<std::uint32_t>(hash.second() >> 40U) % kNamed);
}

void begin(const char* name, const char* type, std::uint32_t kind) noexcept {
    if (on()) {
        open.begin(names, names.numberOf(name, type), kind);
    }
}

void end(const char* name, const char* type) noexcept {
    if (on()) {
        open.endNumber(names, names.numberOf(name, type));
    }
}

void endLast(std::uint32_t kind) noexcept {
    if (on()) {
        open.end(names, kind);
    }
}

// After Caliper at the begin and before it at the end, so that its time is not in the region's.
#define GANTRY_CALIPER_REGION(what, type)                                               \
    extern "C" [[gnu::visibility("default")]] int cali_begin_##what(const char* name) { \
        static constinit NextFunction<OfName> next{"cali_begin_" #what};                \
        const int result = callNext(next, __builtin_return_address(0), name);           \
        begin(name, type, 0);                                                           \
        return result;                                                                  \
    }                                                                                   \
    extern "C" [[gnu::visibility("default")]] int cali_end_##what(const char* name) {   \
        static constinit NextFunction<OfName> next{"cali_end_" #what};                  \
        end(name, type);                                                                \
        return callNext(next, __builtin_return_address(0), name);                       \
    }

GANTRY_CALIPER_REGION(region, "region")
GANTRY_CALIPER_REGION(phase, "phase")
GANTRY_CALIPER_REGION(comm_region, "communication")

// Annotations of an attribute that the program names: with a text it is the region's name, with a
// number the region is named by the attribute.
extern "C" [[gnu::visibility("default")]] int cali_begin_byname(const char* attribute) {
    static constinit NextFunction<OfName> next{"cali_begin_byname"};
    const int result = callNext(next, __builtin_return_address(0), attribute);
    begin(attribute, "annotation", kindOf(attribute));
    return result;
}

extern "C" [[gnu::visibility("default")]] int cali_begin_string_byname(const char* attribute,
                                                                       const char* value) {
    static constinit NextFunction<OfNames> next{"cali_begin_string_byname"};
    const int result = callNext(next, __builtin_return_address(0), attribute, value);
    begin(value, attribute != nullptr ? attribute : "", kindOf(attribute));
    return result;
}

extern "C" [[gnu::visibility("default")]] int cali_begin_int_byname(const char* attribute,
                                                                    int value) {
    static constinit NextFunction<int (*)(const char*, int)> next{"cali_begin_int_byname"};
    const int result = callNext(next, __builtin_return_address(0), attribute, value);
    begin(attribute, "annotation", kindOf(attribute));
    return result;
}

extern "C" [[gnu::visibility("default")]] int cali_begin_double_byname(const char* attribute,
                                                                       double value) {
    static constinit NextFunction<int (*)(const char*, double)> next{"cali_begin_double_byname"};
    const int result = callNext(next, __builtin_return_address(0), attribute, value);
    begin(attribute, "annotation", kindOf(attribute));
    return result;
}

extern "C" [[gnu::visibility("default")]] int cali_end_byname(const char* attribute) {
    static constinit NextFunction<OfName> next{"cali_end_byname"};
    endLast(kindOf(attribute));
    return callNext(next, __builtin_return_address(0), attribute);
}

// Annotations of an attribute by its number, as the macros for loops and their iterations make
// them.
extern "C" [[gnu::visibility("default")]] int cali_begin(std::uint64_t attribute) {
    static constinit NextFunction<OfAttribute> next{"cali_begin"};
    const void* const caller = __builtin_return_address(0);
    const int result = callNext(next, caller, attribute);
    begin(nameOf(attribute, caller), "annotation", kindOf(attribute));
    return result;
}

extern "C" [[gnu::visibility("default")]] int cali_begin_string(std::uint64_t attribute,
                                                                const char* value) {
    static constinit NextFunction<int (*)(std::uint64_t, const char*)> next{"cali_begin_string"};
    const void* const caller = __builtin_return_address(0);
    const int result = callNext(next, caller, attribute, value);
    begin(value, nameOf(attribute, caller), kindOf(attribute));
    return result;
}

extern "C" [[gnu::visibility("default")]] int cali_begin_int(std::uint64_t attribute, int value) {
    static constinit NextFunction<int (*)(std::uint64_t, int)> next{"cali_begin_int"};
    const void* const caller = __builtin_return_address(0);
    const int result = callNext(next, caller, attribute, value);
    begin(nameOf(attribute, caller), "annotation", kindOf(attribute));
    return result;
}

extern "C" [[gnu::visibility("default")]] int cali_begin_double(std::uint64_t attribute,
                                                                double value) {
    static constinit NextFunction<int (*)(std::uint64_t, double)> next{"cali_begin_double"};
    const void* const caller = __builtin_return_address(0);
    const int result = callNext(next, caller, attribute, value);
    begin(nameOf(attribute, caller), "annotation", kindOf(attribute));
    return result;
}

extern "C" [[gnu::visibility("default")]] int cali_end(std::uint64_t attribute) {
    static constinit NextFunction<OfAttribute> next{"cali_end"};
    endLast(kindOf(attribute));
    return callNext(next, __builtin_return_address(0), attribute);
}

}  // namespace gantry::caliper
