/* Regions of Caliper's C interface. */
#include "announcer.h"

int cali_begin_region(const char* name);
int cali_end_region(const char* name);

static void within(const char* name, void (*call)(void*), void* argument) {
    cali_begin_region(name);
    call(argument);
    cali_end_region(name);
}

static void end_without_begin(void) {
    cali_end_region("outer");
}

extern const announcer announcer_caliper;
const announcer announcer_caliper = {"caliper", 0, 0, within, end_without_begin};
