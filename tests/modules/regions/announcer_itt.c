/* Tasks of ITT. */
#include <stdlib.h>
#include <string.h>

#include "announcer.h"
#include "itt_client.h"

static itt_domain* domain;
static const itt_id none;

static void start(int* argc, char*** argv) {
    (void)argc;
    (void)argv;
    itt_start(0);
    domain = itt.domain_create != NULL ? itt.domain_create("known") : NULL;
}

static void within(const char* name, void (*call)(void*), void* argument) {
    if (itt.task_begin != NULL) {
        itt.task_begin(domain, none, none, itt.string_handle_create(name));
    }
    call(argument);
    if (itt.task_end != NULL) {
        itt.task_end(domain);
    }
}

static void end_without_begin(void) {
    if (itt.task_end != NULL) {
        itt.task_end(domain);
    }
}

extern const announcer announcer_itt;
const announcer announcer_itt = {"itt", start, 0, within, end_without_begin};
