/* The part of ITT that programs contain, as far as the tests need it: it loads the collector that
 * INTEL_LIBITTNOTIFY64 names, and calls it. Debian has that part only inside of libraries. */
#ifndef ITT_CLIENT_H
#define ITT_CLIENT_H

#include <stdint.h>

typedef struct itt_domain {
    volatile int flags;
    const char* name;
    void* wide;
    int extra;
    void* further;
    struct itt_domain* next;
} itt_domain;

typedef struct itt_string {
    const char* text;
    void* wide;
    int extra;
    void* further;
    struct itt_string* next;
} itt_string;

typedef struct itt_id {
    uint64_t words[3];
} itt_id;

/* Null where no collector measures them. */
typedef struct itt_functions {
    itt_domain* (*domain_create)(const char*);
    itt_string* (*string_handle_create)(const char*);
    void (*task_begin)(const itt_domain*, itt_id, itt_id, itt_string*);
    void (*task_begin_fn)(const itt_domain*, itt_id, itt_id, void*);
    void (*task_end)(const itt_domain*);
    int (*event_create)(const char*, int);
    int (*event_start)(int);
    int (*event_end)(int);
    void* (*counter_create)(const char*, const char*);
    void (*counter_inc_delta)(void*, uint64_t);
    void (*thread_set_name)(const char*);
    void (*pause)(void);
    void (*resume)(void);
    void (*marker)(void);
} itt_functions;

extern itt_functions itt;

/* Once, before other threads. wrong: as a version that no collector knows. */
void itt_start(int wrong);

#endif
