#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "tracepoints/tracepoints.h"

#include "tracepoints/calls.h"

static void start(uint32_t timer, const char* name, const char* type, const char* group) {
    lttng_ust_tracepoint(gantry, start, timer, name, type, group);
}

static void stop(uint32_t timer, const char* name) {
    lttng_ust_tracepoint(gantry, stop, timer, name);
}

static void event(uint32_t number, const char* name, double value) {
    lttng_ust_tracepoint(gantry, event, number, name, value);
}

static void parameter(uint32_t timer, const char* name, int64_t value) {
    lttng_ust_tracepoint(gantry, parameter, timer, name, value);
}

__attribute__((visibility("default"))) const struct gantry_Tracepoints* gantry_tracepoints(void) {
    static const struct gantry_Tracepoints calls = {start, stop, event, parameter,
                                                    &lttng_ust_tracepoint_gantry___start.state};
    return &calls;
}
