// The classes of Caliper that mark a function or a scope from their constructor to their
// destructor, by the names that the compiler gives these: both of the complete object and of the
// base, which callers may use alike. Nothing is known of the objects.
#include <cstdint>

#include "Announced.hpp"

namespace {

using gantry::regions::NextFunction;
using Constructor = void (*)(void* object, const char* name);
using Destructor = void (*)(void* object);

// Kinds of their own, which no attribute's number has.
constexpr std::uint32_t kFunction = 0x7ffe;
constexpr std::uint32_t kScope = 0x7ffd;

}  // namespace

#define GANTRY_CALIPER_CLASS(symbol, form, type, kind)                                       \
    extern "C" [[gnu::visibility("default")]] void symbol##C##form##EPKc(void* object,       \
                                                                         const char* name) { \
        static constinit NextFunction<Constructor> next{#symbol "C" #form "EPKc"};           \
        if (const Constructor found = next.from(__builtin_return_address(0))) {              \
            const gantry::caliper::InCaliper inside;                                         \
            found(object, name);                                                             \
        }                                                                                    \
        gantry::caliper::begin(name, type, kind);                                            \
    }                                                                                        \
    extern "C" [[gnu::visibility("default")]] void symbol##D##form##Ev(void* object) {       \
        static constinit NextFunction<Destructor> next{#symbol "D" #form "Ev"};              \
        gantry::caliper::endLast(kind);                                                      \
        if (const Destructor found = next.from(__builtin_return_address(0))) {               \
            const gantry::caliper::InCaliper inside;                                         \
            found(object);                                                                   \
        }                                                                                    \
    }

GANTRY_CALIPER_CLASS(_ZN4cali8Function, 1, "function", kFunction)
GANTRY_CALIPER_CLASS(_ZN4cali8Function, 2, "function", kFunction)
GANTRY_CALIPER_CLASS(_ZN4cali15ScopeAnnotation, 1, "region", kScope)
GANTRY_CALIPER_CLASS(_ZN4cali15ScopeAnnotation, 2, "region", kScope)
