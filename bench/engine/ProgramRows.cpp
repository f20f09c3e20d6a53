#include <cstddef>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <gantry.hpp>
#include <stdexcept>

#include "Rows.hpp"

namespace gantry::bench {

namespace {

// Lets this process measure itself as a program that is not a component does.
void loadLibrary(const std::filesystem::path& root) {
    ::setenv("GANTRY_MEASURE", "1", 1);
    ::setenv("GANTRY_SEGMENT_DIR", "none", 1);
    const std::filesystem::path library = root / "lib" / "libgantry.so";
    if (::dlopen(library.c_str(), RTLD_NOW | RTLD_GLOBAL) == nullptr) {
        throw std::runtime_error(::dlerror());
    }
    if (gantry_measuring() == 0) {
        throw std::runtime_error(library.string() + " does not measure");
    }
}

void scopes(gantry_timer_t timer, std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
        const Scope scope(timer);
        keep(i);
    }
}

}  // namespace

Case programWithoutLibrary(Assembly& /*assembly*/) {
    // What gantry_timer returns where there is no library.
    return {"gantry.h: no library, scope", kTwoCalls,
            [timer = gantry_timer_t{}](std::size_t rounds) { scopes(timer, rounds); }, 1,
            nanosecondsAtMost(1)};
}

Case programDisabledGroup(Assembly& assembly) {
    loadLibrary(assembly.root());
    const Timer timer("program", "", "scopes off");
    gantry_enable_group("scopes off", 0);
    return {"gantry.h: disabled group, scope", kTwoCalls,
            [timer](std::size_t rounds) { scopes(timer.handle(), rounds); }, 1,
            nanosecondsAtMost(1)};
}

Case programSwitchedOff(Assembly& assembly) {
    loadLibrary(assembly.root());
    const gantry_timer_t timer = gantry_timer("program", "", "pairs off");
    gantry_enable_group("pairs off", 0);
    return {"gantry.h: switched off, start/stop", kTwoCalls, [timer](std::size_t rounds) {
                for (std::size_t i = 0; i < rounds; ++i) {
                    gantry_start(timer);
                    gantry_stop(timer);
                }
            }};
}

Case programScope(Assembly& assembly) {
    loadLibrary(assembly.root());
    const Timer timer("program", "", "scopes");
    return {"gantry.h: scope", kTwoReads,
            [timer](std::size_t rounds) { scopes(timer.handle(), rounds); }, 1, ratioAtMost(1.1)};
}

}  // namespace gantry::bench
