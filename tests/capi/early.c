/* A library that begins before the one that measures, and ends after it. */
#include <gantry.h>

static gantry_timer_t timer;
static int ends;

__attribute__((constructor)) static void begin(void) {
    timer = gantry_timer("before all", "", "");
    gantry_start(timer);
    gantry_stop(timer);
}

__attribute__((destructor)) static void end(void) {
    gantry_timer_t late = gantry_timer("after all", "", "");
    ends += gantry_start(timer) + gantry_start(late);
    gantry_stop(timer);
    gantry_fact("after all", "noted");
    gantry_enable_groups("*", 0, NULL, NULL);
    gantry_release(gantry_snapshot());
}

int early_ends(void) {
    return ends;
}
