/* Parallel regions of OpenMP of one thread, named by the functions below. */
#include <string.h>

#include "announcer.h"

static __attribute__((noinline)) void outer(void (*call)(void*), void* argument) {
#pragma omp parallel num_threads(1)
    call(argument);
}

static __attribute__((noinline)) void inner(void (*call)(void*), void* argument) {
#pragma omp parallel num_threads(1)
    call(argument);
}

static void within(const char* name, void (*call)(void*), void* argument) {
    (strcmp(name, "outer") == 0 ? outer : inner)(call, argument);
}

extern const announcer announcer_openmp;
const announcer announcer_openmp = {"openmp", 0, 0, within, 0};
