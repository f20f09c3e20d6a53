#include <cstddef>
#include <gantry.hpp>
#include <stdexcept>

#include "Rows.hpp"

namespace gantry::bench {

namespace {

// Lets this process measure itself as the code that a component calls does: into a backend's
// engine. Of several offers the last one counts, hence the backend of its own.
void beginMeasuring(Assembly& assembly) {
    (void)assembly.program();
    if (gantry_measuring() == 0) {
        throw std::runtime_error("no backend offers its engine to gantry.h");
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
    beginMeasuring(assembly);
    const Timer timer("program", "", "scopes off");
    gantry_enable_group("scopes off", 0);
    return {"gantry.h: disabled group, scope", kTwoCalls,
            [timer](std::size_t rounds) { scopes(timer.handle(), rounds); }, 1,
            nanosecondsAtMost(1)};
}

Case programSwitchedOff(Assembly& assembly) {
    beginMeasuring(assembly);
    const gantry_timer_t timer = gantry_timer("program", "", "pairs off");
    gantry_enable_group("pairs off", 0);
    return {"gantry.h: switched off, start/stop", kTwoCalls, [timer](std::size_t rounds) {
                for (std::size_t i = 0; i < rounds; ++i) {
                    gantry_start(timer);
                    gantry_stop(timer);
                }
            }};
}

Case programPair(Assembly& assembly) {
    beginMeasuring(assembly);
    const gantry_timer_t timer = gantry_timer("program", "", "pairs");
    return {"gantry.h: start/stop", kTwoReads, [timer](std::size_t rounds) {
                for (std::size_t i = 0; i < rounds; ++i) {
                    gantry_start(timer);
                    gantry_stop(timer);
                }
            }};
}

Case programScope(Assembly& assembly) {
    beginMeasuring(assembly);
    const Timer timer("program", "", "scopes");
    return {"gantry.h: scope", kTwoReads,
            [timer](std::size_t rounds) { scopes(timer.handle(), rounds); }, 1, ratioAtMost(1.1)};
}

}  // namespace gantry::bench
