/* Timers of PerfStubs, by the functions of a tool, which are looked up as its client library does.
 * Debian has no library that is built with PerfStubs. */
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>

#include "announcer.h"

static void* (*timer_create_)(const char*);
static void (*timer_start)(const void*);
static void (*timer_stop)(const void*);

static void start(int* argc, char*** argv) {
    void (*initialize)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "ps_tool_initialize");
    (void)argc;
    (void)argv;
    if (initialize != NULL) {
        initialize();
        timer_create_ = (void* (*)(const char*))dlsym(RTLD_DEFAULT, "ps_tool_timer_create");
        timer_start = (void (*)(const void*))dlsym(RTLD_DEFAULT, "ps_tool_timer_start");
        timer_stop = (void (*)(const void*))dlsym(RTLD_DEFAULT, "ps_tool_timer_stop");
    }
}

static void within(const char* name, void (*call)(void*), void* argument) {
    const void* const timer = timer_create_ != NULL ? timer_create_(name) : NULL;
    if (timer_start != NULL) {
        timer_start(timer);
    }
    call(argument);
    if (timer_stop != NULL) {
        timer_stop(timer);
    }
}

static void end_without_begin(void) {
    if (timer_stop != NULL) {
        timer_stop(timer_create_("outer"));
    }
}

extern const announcer announcer_perfstubs;
const announcer announcer_perfstubs = {"perfstubs", start, 0, within, end_without_begin};
