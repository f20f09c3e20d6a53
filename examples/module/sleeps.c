/* A module for `gantry exec`, built outside of Gantry: where a program sleeps, and for how long.
 *
 * It stands before four functions of the C library. Each has a timer, in the call path of the
 * program, and a record, which survives if the program is killed. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <gantry.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum function { SLEEP, USLEEP, NANOSLEEP, CLOCK_NANOSLEEP, FUNCTIONS };
static const char* const names[FUNCTIONS] = {"sleep", "usleep", "nanosleep", "clock_nanosleep"};

/* The description of a record: every reader of an archive can list its fields. */
enum field { CALLS, REQUESTED, SLEPT, LONGEST, INTERRUPTED, FIRST, FIELDS };
static const gantry_field_t fields[FIELDS] = {
    {"calls", "calls", "sum"},       {"requested", "ns", "sum"},
    {"slept", "ns", "sum"},          {"longest", "ns", "max"},
    {"interrupted", "calls", "sum"}, {"first", "ns", "first"}};

/* What `gantry report --module sleeps` shows, also where this module is not installed. */
static const char report[] =
    "gantry-module-report 1\n"
    "title Where the program slept\n"
    "text A sleep lasts longer than requested by the timer slack of the system and the time until a "
    "processor is free.\n"
    "names function\n"
    "column calls = calls\n"
    "column slept = slept\n"
    "column of all = 100 * slept / total(slept) in %\n"
    "column late per call = (slept - requested) / calls in ns\n"
    "column longest = longest\n"
    "column interrupted = interrupted\n"
    "sort slept\n";

/* As gantry_region_t describes it. */
struct record {
    uint32_t name;
    _Atomic uint32_t name_length;
    _Atomic int64_t values[FIELDS];
};

static struct record* _Atomic records; /* null: nothing is recorded */
static atomic_int forked;              /* 1 in a child that has not taken its own memory yet */
static gantry_timer_t timers[FUNCTIONS];

static int take_region(void) {
    const gantry_module_t module = {"sleeps", NULL, fields, 1, FIELDS, FUNCTIONS, 64};
    gantry_region_t region;
    if (!gantry_module_region(&module, &region)) {
        return 0;
    }
    struct record* const first = (struct record*)region.records;
    uint32_t end = 0;
    for (int i = 0; i < FUNCTIONS; ++i) {
        const uint32_t length = (uint32_t)strlen(names[i]);
        memcpy(region.names + end, names[i], length);
        /* A child begins with what its parent had recorded. */
        for (int f = 0; f < FIELDS; ++f) {
            atomic_store_explicit(&first[i].values[f], 0, memory_order_relaxed);
        }
        first[i].name = end;
        atomic_store_explicit(&first[i].name_length, length + 1, memory_order_release);
        end += length;
    }
    *region.name_bytes_used = end;
    __atomic_store_n(region.records_used, FUNCTIONS, __ATOMIC_RELEASE);
    atomic_store(&records, first);
    return 1;
}

static void after_fork(void) {
    atomic_store(&forked, atomic_load(&records) != NULL);
    atomic_store(&records, NULL);
}

__attribute__((constructor)) static void begin(void) {
    if (!gantry_measuring() || !take_region()) {
        return;
    }
    for (int i = 0; i < FUNCTIONS; ++i) {
        timers[i] = gantry_timer(names[i], "sleeps", "SLEEP");
    }
    gantry_fact("module.report.sleeps", report);
    pthread_atfork(NULL, NULL, after_fork);
}

static int64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* The function behind this module, as any function; callers cast it to what it is. */
typedef void (*any_function)(void);

static any_function next(enum function function) {
    static any_function _Atomic found[FUNCTIONS];
    any_function known = atomic_load_explicit(&found[function], memory_order_relaxed);
    if (known == NULL) {
        void* const symbol = dlsym(RTLD_NEXT, names[function]);
        memcpy(&known, &symbol, sizeof known);
        atomic_store_explicit(&found[function], known, memory_order_relaxed);
    }
    return known;
}

struct call {
    int64_t begin;
    int started;
};

static struct call start(enum function function) {
    if (atomic_load_explicit(&forked, memory_order_relaxed) && atomic_exchange(&forked, 0)) {
        take_region();
    }
    const int started = gantry_start(timers[function]);
    return (struct call){now(CLOCK_MONOTONIC), started};
}

static void add(struct record* record, enum field field, int64_t value) {
    atomic_fetch_add_explicit(&record->values[field], value, memory_order_relaxed);
}

static void stop(enum function function, struct call call, int64_t requested, int interrupted) {
    const int error = errno;
    const int64_t slept = now(CLOCK_MONOTONIC) - call.begin;
    gantry_stop_started(timers[function], call.started);
    struct record* const all = atomic_load_explicit(&records, memory_order_acquire);
    if (all != NULL) {
        struct record* const record = &all[function];
        add(record, CALLS, 1);
        add(record, REQUESTED, requested);
        add(record, SLEPT, slept);
        add(record, INTERRUPTED, interrupted);
        int64_t longest = atomic_load_explicit(&record->values[LONGEST], memory_order_relaxed);
        while (longest < slept &&
               !atomic_compare_exchange_weak(&record->values[LONGEST], &longest, slept)) {
        }
        int64_t never = 0;
        atomic_compare_exchange_strong(&record->values[FIRST], &never, call.begin);
    }
    errno = error;
}

static int64_t ns_of(const struct timespec* time) {
    return time->tv_sec * INT64_C(1000000000) + time->tv_nsec;
}

unsigned sleep(unsigned seconds) {
    const struct call call = start(SLEEP);
    const unsigned left = ((unsigned (*)(unsigned))next(SLEEP))(seconds);
    stop(SLEEP, call, seconds * INT64_C(1000000000), left != 0);
    return left;
}

int usleep(useconds_t microseconds) {
    const struct call call = start(USLEEP);
    const int result = ((int (*)(useconds_t))next(USLEEP))(microseconds);
    stop(USLEEP, call, microseconds * INT64_C(1000), result != 0);
    return result;
}

int nanosleep(const struct timespec* time, struct timespec* left) {
    const struct call call = start(NANOSLEEP);
    const int result =
        ((int (*)(const struct timespec*, struct timespec*))next(NANOSLEEP))(time, left);
    stop(NANOSLEEP, call, ns_of(time), result != 0);
    return result;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec* time,
                    struct timespec* left) {
    /* A moment is as far away as it is now. */
    const int64_t wanted = ns_of(time) - ((flags & TIMER_ABSTIME) != 0 ? now(clock) : 0);
    const struct call call = start(CLOCK_NANOSLEEP);
    const int result = ((int (*)(clockid_t, int, const struct timespec*, struct timespec*))next(
        CLOCK_NANOSLEEP))(clock, flags, time, left);
    stop(CLOCK_NANOSLEEP, call, wanted > 0 ? wanted : 0, result != 0);
    return result;
}
