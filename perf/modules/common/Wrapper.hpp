#pragma once

#include <gantry.h>

#include <cstddef>
#include <cstdint>

#include "Call.hpp"
#include "Next.hpp"

/// Defines a function of the C library by its symbol, whatever its headers declare it as. In the
/// body, next_SYMBOL.get() is the function behind this module.
#define GANTRY_FUNCTION(result, symbol, parameters)                                            \
    namespace {                                                                                \
    using Type_##symbol = result parameters;                                                   \
    [[maybe_unused]] constinit ::gantry::io::Next<Type_##symbol> next_##symbol{#symbol};       \
    }                                                                                          \
    extern "C" [[gnu::visibility("default")]] result wrapped_##symbol parameters asm(#symbol); \
    extern "C" result wrapped_##symbol parameters

namespace gantry::io {

/// Registers the timers of a module, a structure of nothing but CallTimers, in the group. Before
/// anything is recorded.
template <class Timers>
void registerTimers(Timers& timers, const char* group) noexcept {
    static_assert(sizeof(Timers) % sizeof(CallTimer) == 0);
    auto* const first = reinterpret_cast<CallTimer*>(&timers);
    for (std::size_t i = 0; i < sizeof(Timers) / sizeof(CallTimer); ++i) {
        first[i].timer = gantry_timer(first[i].name, "I/O", group);
    }
}

/// A call about a file that is open. fileOf: its number, asked for only if the caller is recorded.
/// behind: the call itself. count: counts the call by its result; not called if the file is
/// excluded.
template <class FileOf, class Behind, class Count>
// NOLINTNEXTLINE(readability-function-size): what is called, and what it counts as
auto recordedCall(Recorder& recorder, const CallTimer& timer, const void* caller, FileOf fileOf,
                  Behind behind, Count count) {
    if (!recorder.records(caller)) {
        return behind();
    }
    const std::uint32_t file = fileOf();
    if (file == FileTable::kExcluded) {
        return behind();
    }
    Call call(recorder, timer);
    const auto result = behind();
    call.end();
    count(call, file, result);
    call.restore();
    return result;
}

}  // namespace gantry::io
