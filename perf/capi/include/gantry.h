/* Gantry for any program, in plain C (C99 or newer) and C++: timers, events, groups, snapshots.
 *
 * This header is all there is: nothing is linked. What it calls is found at run time, when
 * libgantry.so is in the process (`gantry exec -- PROGRAM` puts it there). Where it is not, where
 * nothing is to be measured, and where a timer's group is disabled, every call is a test of one
 * flag.
 *
 *     static gantry_timer_t solve;
 *     solve = gantry_timer("solve", "Solver", "numerics");     once
 *     gantry_start(solve);
 *     ...
 *     gantry_stop(solve);
 *
 * Every function may be called by any thread at any time: before main, in destructors and after the
 * end of measuring too, where it does nothing. No call ever fails loudly; a mistake (a stop
 * without a start, an unknown handle) is counted and shown in the report under "misuse". Texts end
 * with a zero and are copied; a null pointer counts as the empty text. Handles are plain values
 * that may be copied, kept in static variables, and passed between libraries; one of all zeros is
 * valid and does nothing. They stay valid when the library that made them is unloaded.
 *
 * Needs a compiler that knows GNU attributes (GCC, Clang, ICX) and, with a C library older than
 * glibc 2.34, -ldl.
 */
#ifndef GANTRY_H
#define GANTRY_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A timer: what was registered under one name, type and group. Its members are the library's:
 * programs copy it and look at nothing in it. */
typedef struct gantry_timer_t {
    const uint32_t* flags; /* null while nothing measures */
    uint32_t id;
} gantry_timer_t;

/* An event: statistics of the values handed in. Made like a timer, once for each name. */
typedef struct gantry_event_t {
    const uint32_t* flags;
    uint32_t id;
} gantry_event_t;

/* Values that gantry_values gives; an engine may measure more. */
#define GANTRY_MAX_METRICS 8

/* The statistics of one timer over all threads. Values stand in the units of their metrics, in the
 * order of gantry_metric; those behind the last metric are 0. Of more than GANTRY_MAX_METRICS
 * metrics they are those of the first ones. */
typedef struct gantry_values_t {
    uint64_t calls;       /* starts; a running call is counted */
    uint64_t child_calls; /* starts of other timers directly inside it */
    uint32_t metrics;     /* how many of the values below mean something */
    uint32_t running;     /* 1 while it runs on any thread */
    int64_t inclusive[GANTRY_MAX_METRICS];
    int64_t exclusive[GANTRY_MAX_METRICS]; /* inclusive without the timers inside it */
} gantry_values_t;

/* What is measured; texts that are too long are cut. */
typedef struct gantry_metric_t {
    char name[64]; /* such as "wall" */
    char unit[32]; /* such as "ns" */
} gantry_metric_t;

/* What the first metric shows now, and how many of its units a tick is, times 2^32. */
typedef struct gantry_clock_t {
    uint64_t ticks;
    uint64_t units_per_tick;
} gantry_clock_t;

/* One field of a module's records. The reduction says how records of one name become one: "sum",
 * "min", "max", "first" or "last" (moments by CLOCK_MONOTONIC in ns, 0 for never), "none". */
typedef struct gantry_field_t {
    const char* name; /* a word */
    const char* unit; /* such as "B" or "ns" */
    const char* reduction;
} gantry_field_t;

/* A module as it describes itself, for gantry_module_region. */
typedef struct gantry_module_t {
    const char* name;    /* a word */
    const char* setting; /* what raises the two limits below; may be null */
    const gantry_field_t* fields;
    uint32_t version; /* of the meaning of its fields */
    uint32_t field_count;
    uint32_t records;    /* at most so many */
    uint32_t name_bytes; /* for the names of all of them */
} gantry_module_t;

/* Memory for records that outlives the process. A record is 8 bytes, the place of its name in
 * `names` and the name's length plus 1 (uint32_t each), then its fields (int64_t each). The length
 * is stored last, with release: 0 is a record that is not there yet. All is zero at the beginning. */
typedef struct gantry_region_t {
    uint32_t* records_used;    /* counted up by who takes a record */
    uint32_t* name_bytes_used; /* counted up by who puts a name in */
    uint64_t* left_out;        /* counted up for each name that did not fit */
    unsigned char* records;
    char* names;
    uint32_t record_bytes;
    uint32_t record_capacity;
    uint32_t name_capacity;
    uint32_t reserved;
} gantry_region_t;

/* Is told of one group that was switched: its name, and 1 or 0 for its state before. */
typedef void (*gantry_group_seen_t)(const char* name, int before, void* context);

/* The contract between this header and the library, version 1. New functions are added at the end;
 * `size` says which are there. */
struct gantry_table {
    uint32_t size;
    uint32_t version;
    int (*measuring)(void);
    void (*timer)(const char* name, const char* type, const char* group, gantry_timer_t* made);
    void (*start)(uint32_t timer);
    void (*stop)(uint32_t timer);
    void (*parameter)(uint32_t timer, const char* name, int64_t value);
    void (*event)(const char* name, int kind, gantry_event_t* made);
    void (*trigger)(uint32_t event, double value);
    int (*enable_event)(uint32_t event, int enabled);
    int (*enable_group)(const char* name, int enabled);
    int (*enable_groups)(const char* pattern, int enabled, gantry_group_seen_t seen, void* context);
    int (*values)(uint32_t timer, gantry_values_t* values, size_t bytes);
    int (*metric)(uint32_t index, gantry_metric_t* metric, size_t bytes);
    char* (*snapshot)(void);
    void (*release)(void* memory);
    int (*fact)(const char* key, const char* value);
    int (*name_thread)(const char* name);
    int (*clock)(gantry_clock_t* clock, size_t bytes);
    int (*region)(const gantry_module_t* module, gantry_region_t* region, size_t bytes);
    void (*timer_at)(const char* name, const char* type, const char* group, const char* file,
                     uint32_t line, uint32_t column, gantry_timer_t* made);
};

/* Bits of the kind of an event. */
#define GANTRY_EVENT_PER_CALL_PATH 1 /* values also count for each path of timers that run */
#define GANTRY_EVENT_OF_CALL 2 /* they are of the call that ended last, whose end a trace has */

/* Bits of the word that `flags` points to. */
#define GANTRY_ENABLED 2u       /* a start is recorded */
#define GANTRY_EVER_ENABLED 64u /* a start may have been recorded, so that a stop can matter */

/* One for each program or shared object that is built with this header. */
extern const struct gantry_table* gantry_table_found __attribute__((weak, visibility("hidden")));
extern int gantry_table_sought __attribute__((weak, visibility("hidden")));
const struct gantry_table* gantry_table_found __attribute__((weak, visibility("hidden"))) = NULL;
int gantry_table_sought __attribute__((weak, visibility("hidden"))) = 0;

/* The library's functions, or null where it is not in the process. It is looked for once. Two
 * threads may look for it at once and find the same. Relaxed loads suffice, as what is found was
 * there before the program's code ran. */
static inline const struct gantry_table* gantry_library(void) {
    const struct gantry_table* found = __atomic_load_n(&gantry_table_found, __ATOMIC_RELAXED);
    if (found == NULL && !__atomic_load_n(&gantry_table_sought, __ATOMIC_RELAXED)) {
#ifdef RTLD_DEFAULT
        found = (const struct gantry_table*)dlsym(RTLD_DEFAULT, "gantry_table_1");
#else
        found = (const struct gantry_table*)dlsym(NULL, "gantry_table_1");
#endif
        __atomic_store_n(&gantry_table_found, found, __ATOMIC_RELAXED);
        __atomic_store_n(&gantry_table_sought, 1, __ATOMIC_RELAXED);
    }
    return found;
}

/* All that a call costs while nothing is measured. */
static inline int gantry_flagged(const uint32_t* flags, uint32_t bit) {
    return flags != NULL && (__atomic_load_n(flags, __ATOMIC_RELAXED) & bit) != 0;
}

/* 1 while this process measures, else 0. May make the engine, and so takes a millisecond the first
 * time. */
static inline int gantry_measuring(void) {
    const struct gantry_table* const library = gantry_library();
    return library != NULL ? library->measuring() : 0;
}

/* The timer with that name, type and group: a new one, or the one that was registered before. An
 * empty group is the group "default". Takes a mutex: call it once, not at each start. The texts
 * are copied; a name of more than 64 KiB gives a timer that does nothing. */
static inline gantry_timer_t gantry_timer(const char* name, const char* type, const char* group) {
    gantry_timer_t made = {NULL, 0};
    const struct gantry_table* const library = gantry_library();
    if (library != NULL) {
        library->timer(name, type, group, &made);
    }
    return made;
}

/* As gantry_timer, for one place in the source: the timer is named "NAME [{FILE} {LINE,COLUMN}]",
 * so two places are two timers in every report and trace. A column that is not known is 0. With a
 * library from before this function, all places are one timer.
 *
 *     solve = GANTRY_TIMER_HERE("solve", "Solver", "numerics");     once at each place */
static inline gantry_timer_t gantry_timer_at(const char* name, const char* type, const char* group,
                                             const char* file, uint32_t line, uint32_t column) {
    gantry_timer_t made = {NULL, 0};
    const struct gantry_table* const library = gantry_library();
    if (library != NULL && library->size > offsetof(struct gantry_table, timer_at)) {
        library->timer_at(name, type, group, file, line, column, &made);
        return made;
    }
    return gantry_timer(name, type, group);
}

/* gantry_timer_at for the line where this stands. */
#define GANTRY_TIMER_HERE(name, type, group) \
    gantry_timer_at(name, type, group, __FILE__, __LINE__, 0)

/* Begins a call of the timer on this thread, inside the call begun last. Returns 1 where it is
 * recorded, else 0. With its stop it costs about two reads of the clock; no lock, no system call.
 *
 *     const int started = gantry_start(solve);
 *     ...
 *     gantry_stop_started(solve, started);    right also where the group is switched in between */
static inline int gantry_start(gantry_timer_t timer) {
    if (!gantry_flagged(timer.flags, GANTRY_ENABLED)) {
        return 0;
    }
    gantry_library()->start(timer.id);
    return 1;
}

/* Ends the call of the timer that was begun last on this thread; does nothing where that call is
 * not on record. In a group that was switched off after its timers had been enabled, this costs a
 * call into the library; gantry_stop_started does not. */
static inline void gantry_stop(gantry_timer_t timer) {
    if (gantry_flagged(timer.flags, GANTRY_EVER_ENABLED)) {
        gantry_library()->stop(timer.id);
    }
}

/* As gantry_stop, told what gantry_start returned: does nothing for 0. */
static inline void gantry_stop_started(gantry_timer_t timer, int started) {
    if (started) {
        gantry_library()->stop(timer.id);
    }
}

/* Records the rest of the running call of the timer also under "NAME [ parameter = value ]". The
 * timer must be the innermost running one of this thread. Takes a mutex; each new value takes as
 * much memory as a timer.
 *
 *     gantry_start(solve);
 *     gantry_parameter(solve, "rows", 4096);    also "solve [ rows = 4096 ]"
 *     gantry_stop(solve); */
static inline void gantry_parameter(gantry_timer_t timer, const char* parameter, int64_t value) {
    if (gantry_flagged(timer.flags, GANTRY_EVER_ENABLED)) {
        gantry_library()->parameter(timer.id, parameter, value);
    }
}

/* An event of that name. Takes a mutex: call it once. kind: 0, or bits GANTRY_EVENT_... */
static inline gantry_event_t gantry_event_of_kind(const char* name, int kind) {
    gantry_event_t made = {NULL, 0};
    const struct gantry_table* const library = gantry_library();
    if (library != NULL) {
        library->event(name, kind, &made);
    }
    return made;
}

static inline gantry_event_t gantry_event(const char* name) {
    return gantry_event_of_kind(name, 0);
}

static inline gantry_event_t gantry_context_event(const char* name) {
    return gantry_event_of_kind(name, GANTRY_EVENT_PER_CALL_PATH);
}

/* Hands in one value. Infinities and NaN are counted as misuse. No lock, no system call.
 *
 *     static gantry_event_t size;
 *     size = gantry_event("message size [B]");    once
 *     gantry_trigger(size, bytes); */
static inline void gantry_trigger(gantry_event_t event, double value) {
    if (gantry_flagged(event.flags, GANTRY_ENABLED)) {
        gantry_library()->trigger(event.id, value);
    }
}

/* Switches the recording of one event. Returns 1 or 0 for its state before; -1 while nothing
 * measures. */
static inline int gantry_enable_event(gantry_event_t event, int enabled) {
    return event.flags != NULL ? gantry_library()->enable_event(event.id, enabled) : -1;
}

/* Switches the timers of a group, those to come as well, from the next start on. Returns 1 or 0
 * for its state before; -1 while nothing measures. Takes a mutex. Calls that run stay whole. */
static inline int gantry_enable_group(const char* name, int enabled) {
    const struct gantry_table* const library = gantry_library();
    return library != NULL ? library->enable_group(name, enabled) : -1;
}

/* The same for all groups there are whose name fits the pattern (* any text, ? any one byte).
 * `seen`, unless it is null, is notified of each with its state before. Returns how many there
 * were; -1 while nothing measures.
 *
 *     gantry_enable_groups("io*", 0, NULL, NULL); */
static inline int gantry_enable_groups(const char* pattern, int enabled, gantry_group_seen_t seen,
                                       void* context) {
    const struct gantry_table* const library = gantry_library();
    return library != NULL ? library->enable_groups(pattern, enabled, seen, context) : -1;
}

/* The timer's figures up to now, running calls included, without stopping any thread. Returns 1,
 * or 0 with all figures 0 while nothing measures or memory is out. Costs a snapshot of all timers.
 * It is for a look now and then, such as once for each step of a simulation.
 *
 *     gantry_values_t values;
 *     if (gantry_values(solve, &values)) {
 *         printf("%llu calls\n", (unsigned long long)values.calls);
 *     } */
static inline int gantry_values(gantry_timer_t timer, gantry_values_t* values) {
    const gantry_values_t none = {0, 0, 0, 0, {0}, {0}};
    *values = none;
    return timer.flags != NULL ? gantry_library()->values(timer.id, values, sizeof *values) : 0;
}

/* The metric in that place, counted from 0. Returns 1, or 0 where there is none.
 *
 *     gantry_metric_t metric;
 *     for (uint32_t i = 0; gantry_metric(i, &metric); ++i) {
 *         printf("%s [%s]\n", metric.name, metric.unit);
 *     } */
static inline int gantry_metric(uint32_t index, gantry_metric_t* metric) {
    const struct gantry_table* const library = gantry_library();
    metric->name[0] = '\0';
    metric->unit[0] = '\0';
    return library != NULL ? library->metric(index, metric, sizeof *metric) : 0;
}

/* Everything measured up to now as a JSON document (docs/formats/profile.md) that ends with a
 * zero; null while nothing measures or memory is out. The caller gives it back to gantry_release.
 *
 *     char* const profile = gantry_snapshot();
 *     if (profile != NULL) {
 *         fputs(profile, file);
 *     }
 *     gantry_release(profile); */
static inline char* gantry_snapshot(void) {
    const struct gantry_table* const library = gantry_library();
    return library != NULL ? library->snapshot() : NULL;
}

/* Frees what gantry_snapshot returned; null is allowed. */
static inline void gantry_release(char* memory) {
    if (memory != NULL) {
        gantry_library()->release(memory);
    }
}

/* Notes a fact about the run, such as the size of its problem. Returns 1, or 0 while nothing
 * measures or there is no room. Takes a mutex. */
static inline int gantry_fact(const char* key, const char* value) {
    const struct gantry_table* const library = gantry_library();
    return library != NULL ? library->fact(key, value) : 0;
}

/* Names the calling thread in reports; only the first 31 bytes count. Returns 1, or 0 while nothing
 * measures. */
static inline int gantry_name_thread(const char* name) {
    const struct gantry_table* const library = gantry_library();
    return library != NULL ? library->name_thread(name) : 0;
}

/* Reads the first metric, by whose ticks traces are kept; whether that is a clock, gantry_metric says.
 * Returns 1, or 0 with all figures 0 while nothing measures. Costs little more than the reading. */
static inline int gantry_clock(gantry_clock_t* clock) {
    const struct gantry_table* const library = gantry_library();
    clock->ticks = 0;
    clock->units_per_tick = 0;
    return library != NULL && library->size > offsetof(struct gantry_table, clock)
               ? library->clock(clock, sizeof *clock)
               : 0;
}

/* Memory for the records of a module, in what survives the process: a killed program's records are
 * in its archive as well. The second call for a module of that name gives what the first one gave.
 * In a forked child the memory is the child's own after this call, with what the parent had
 * recorded in it up to the fork; before this call it must not be written. Returns 1, or 0 with all
 * zeros while nothing measures or there is no room. Takes a mutex; not for signal handlers. */
static inline int gantry_module_region(const gantry_module_t* module, gantry_region_t* region) {
    const struct gantry_table* const library = gantry_library();
    const gantry_region_t none = {NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0};
    *region = none;
    return library != NULL && library->size > offsetof(struct gantry_table, region)
               ? library->region(module, region, sizeof *region)
               : 0;
}

#ifdef __cplusplus
}
#endif

#endif
