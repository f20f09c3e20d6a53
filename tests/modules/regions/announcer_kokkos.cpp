// Regions of Kokkos, by its own functions.
#include <Kokkos_Core.hpp>

#include "announcer.h"

namespace {

void start(int* count, char*** words) {
    Kokkos::initialize(*count, *words);
}

void finish() {
    Kokkos::finalize();
}

void within(const char* name, void (*call)(void*), void* argument) {
    Kokkos::Profiling::pushRegion(name);
    call(argument);
    Kokkos::Profiling::popRegion();
}

void endWithoutBegin() {
    Kokkos::Profiling::popRegion();
}

}  // namespace

extern "C" const announcer announcer_kokkos;
const announcer announcer_kokkos{"kokkos", start, finish, within, endWithoutBegin};
