/* How a performance backend in the process of a program lets the timers of gantry.h go into its own
 * engine, so that one process has one engine. For authors of backends; programs include gantry.h.
 *
 * A backend opens libgantry.so with RTLD_GLOBAL, finds the two functions below by dlsym, and offers
 * its engine. Handles that gantry.h makes from then on measure there. Of several offers the last
 * one counts; where it is withdrawn, the one before counts again, and where there is none, these
 * handles measure nothing. Handles stay valid all the time and follow the offer that counts. Where
 * nobody offers an engine, libgantry.so makes its own if the environment asks for it.
 */
#ifndef GANTRY_OFFER_H
#define GANTRY_OFFER_H

#include <gantry.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a function that returns an id returns for "none". */
#define GANTRY_NO_ID 0xffffffffu

/* Is called after the flags of a timer or an event have changed. */
#ifdef __cplusplus
typedef void (*gantry_flags_changed_t)(void* context) noexcept;
#else
typedef void (*gantry_flags_changed_t)(void* context);
#endif

/* An engine, version 1. Every function gets `engine`, may be called by any thread at any time until
 * the withdrawal has returned, does not throw, and means what the function of gantry.h with its
 * name means. New functions are added at the end; `size` says which are there. */
struct gantry_offer {
    uint32_t size;
    uint32_t version;
    void* engine;
    /* Equal texts give equal ids; GANTRY_NO_ID where there is no room. */
    uint32_t (*timer)(void* engine, const char* name, const char* type, const char* group);
    void (*start)(void* engine, uint32_t timer);
    void (*stop)(void* engine, uint32_t timer);
    void (*parameter)(void* engine, uint32_t timer, const char* name, int64_t value);
    /* kind: bits GANTRY_EVENT_... */
    uint32_t (*event)(void* engine, const char* name, int kind);
    void (*trigger)(void* engine, uint32_t event, double value);
    int (*enable_event)(void* engine, uint32_t event, int enabled);
    int (*enable_group)(void* engine, const char* name, int enabled);
    int (*enable_groups)(void* engine, const char* pattern, int enabled, gantry_group_seen_t seen,
                         void* context);
    int (*values)(void* engine, uint32_t timer, gantry_values_t* values, size_t bytes);
    int (*metric)(void* engine, uint32_t index, gantry_metric_t* metric, size_t bytes);
    /* Of malloc; the program frees it through gantry_release. */
    char* (*snapshot)(void* engine);
    int (*fact)(void* engine, const char* key, const char* value);
    int (*name_thread)(void* engine, const char* name);
    int (*clock)(void* engine, gantry_clock_t* clock, size_t bytes);
    /* Both may be null or missing: then each start and stop costs a call.
     * The bits GANTRY_ENABLED and GANTRY_EVER_ENABLED of a timer, or of an event if is_event is 1,
     * without a lock. */
    uint32_t (*flags)(void* engine, int is_event, uint32_t id);
    /* Calls `changed` with that context after each change of these bits, until the engine is gone;
     * also after the withdrawal. `changed` takes no lock and calls `flags` at most. Equal followers
     * count once. Returns 1, or 0 where memory is out. */
    int (*follow)(void* engine, int is_event, uint32_t id, gantry_flags_changed_t changed,
                  void* context);
    /* Null where the engine keeps no records of modules. */
    int (*region)(void* engine, const gantry_module_t* module, gantry_region_t* region,
                  size_t bytes);
};

/* Offers an engine; the structure is not copied and must stay until it is withdrawn. Null
 * announces that an offer may come: handles that are made before it then measure as soon as it is
 * there. Returns 1, or 0 where the version is not known or memory is out. Any thread may make it;
 * it takes a mutex. */
typedef int gantry_offer_function(const struct gantry_offer* offer);
#define GANTRY_OFFER_FUNCTION "gantry_offer_1"

/* Ends an offer; does nothing for one that was not made. When it returns, no thread is inside the
 * functions of the offer (but the caller, if it is called by one of them), and none will be. */
typedef void gantry_withdraw_function(const struct gantry_offer* offer);
#define GANTRY_WITHDRAW_FUNCTION "gantry_withdraw_1"

#ifdef __cplusplus
}
#endif

#endif
