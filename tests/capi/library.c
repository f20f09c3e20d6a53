/* A library that measures itself; loaded and unloaded while the program runs. */
#include <gantry.h>

int library_work(int calls) {
    gantry_timer_t timer = gantry_timer("in a library", "Library", "libraries");
    for (int i = 0; i < calls; ++i) {
        gantry_start(timer);
        gantry_stop(timer);
    }
    return gantry_measuring();
}

/* The timer still runs when the library is unloaded. */
gantry_timer_t library_begin(void) {
    gantry_timer_t timer = gantry_timer(LIBRARY_NAME, "", "libraries");
    gantry_start(timer);
    return timer;
}
