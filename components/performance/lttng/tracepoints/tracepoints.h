/* The tracepoints, as LTTng reads them: several times over, with other macros each time. */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER gantry

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "tracepoints/tracepoints.h"

#if !defined(GANTRY_TRACEPOINTS_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define GANTRY_TRACEPOINTS_H

#include <lttng/tracepoint.h>
#include <stdint.h>

/* A call of a timer begins on this thread. timer is the same number for the same object. */
LTTNG_UST_TRACEPOINT_EVENT(
    gantry, start,
    LTTNG_UST_TP_ARGS(uint32_t, timer, const char*, name, const char*, type, const char*, group),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint32_t, timer, timer)
        lttng_ust_field_string(name, name)
        lttng_ust_field_string(type, type)
        lttng_ust_field_string(group, group)
    )
)

/* The call that began last on this thread for that timer ends. */
LTTNG_UST_TRACEPOINT_EVENT(
    gantry, stop,
    LTTNG_UST_TP_ARGS(uint32_t, timer, const char*, name),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint32_t, timer, timer)
        lttng_ust_field_string(name, name)
    )
)

/* One value of an event. */
LTTNG_UST_TRACEPOINT_EVENT(
    gantry, event,
    LTTNG_UST_TP_ARGS(uint32_t, event, const char*, name, double, value),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint32_t, event, event)
        lttng_ust_field_string(name, name)
        lttng_ust_field_float(double, value, value)
    )
)

/* The running call of a timer has that value of a parameter. */
LTTNG_UST_TRACEPOINT_EVENT(
    gantry, parameter,
    LTTNG_UST_TP_ARGS(uint32_t, timer, const char*, name, int64_t, value),
    LTTNG_UST_TP_FIELDS(
        lttng_ust_field_integer(uint32_t, timer, timer)
        lttng_ust_field_string(name, name)
        lttng_ust_field_integer(int64_t, value, value)
    )
)

#endif

#include <lttng/tracepoint-event.h>
