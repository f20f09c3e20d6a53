#pragma once

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the shared object of the tracepoints offers, as plain C, because LTTng's headers are for
 * C. Texts are NUL-terminated and copied into the trace. Any thread may call; a call does
 * nothing while no session records its tracepoint. */
struct gantry_Tracepoints {
    void (*start)(uint32_t timer, const char* name, const char* type, const char* group);
    void (*stop)(uint32_t timer, const char* name);
    void (*event)(uint32_t event, const char* name, double value);
    void (*parameter)(uint32_t timer, const char* name, int64_t value);
    /* Not 0 while some session records gantry:start; LTTng writes it at any time. */
    const int* recordsStart;
};

/* The object's only symbol: gives a static structure. */
#define GANTRY_TRACEPOINTS_SYMBOL "gantry_tracepoints"
typedef const struct gantry_Tracepoints* (*gantry_GetTracepoints)(void);

#ifdef __cplusplus
}
#endif
