#include "itt_client.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

itt_functions itt;

struct function {
    const char* name;
    void** address;
    void* first;
    void* none;
    int group;
};

#define ROW(name) \
    { "__itt_" #name, (void**)&itt.name, NULL, NULL, 1 }

static struct function functions[] = {ROW(domain_create),
                                      ROW(string_handle_create),
                                      ROW(task_begin),
                                      ROW(task_begin_fn),
                                      ROW(task_end),
                                      ROW(event_create),
                                      ROW(event_start),
                                      ROW(event_end),
                                      ROW(counter_create),
                                      ROW(counter_inc_delta),
                                      ROW(thread_set_name),
                                      ROW(pause),
                                      ROW(resume),
                                      ROW(marker),
                                      {NULL, NULL, NULL, NULL, 0}};

/* As the interface of version 3 has it. */
static struct {
    unsigned char magic[8];
    unsigned long major, minor, build;
    volatile long initialized, mutex_initialized, counter;
    pthread_mutex_t mutex;
    void* library;
    void* error_handler;
    const char** path;
    struct function* functions;
    void* next;
    void* threads;
    void* domains;
    void* strings;
    int state;
} global = {{0xed, 0xab, 0xab, 0xec, 0x0d, 0xee, 0xda, 0x30},
            3,
            0,
            20180723,
            0,
            0,
            0,
            PTHREAD_MUTEX_INITIALIZER,
            NULL,
            NULL,
            NULL,
            functions,
            NULL,
            NULL,
            NULL,
            NULL,
            0};

void itt_start(int wrong) {
    const char* const collector = getenv("INTEL_LIBITTNOTIFY64");
    void* const library = collector != NULL ? dlopen(collector, RTLD_NOW) : NULL;
    if (library == NULL) {
        return;
    }
    if (wrong) {
        global.major = 4;
    }
    global.library = library;
    void (*const init)(void*, int) = (void (*)(void*, int))dlsym(library, "__itt_api_init");
    if (init != NULL) {
        init(&global, ~0);
    }
}
