/* Events of PETSc's logging. */
#include <petscsys.h>

#include <string.h>

#include "announcer.h"

enum { KEPT = 8 };

static struct {
    char name[64];
    PetscLogEvent event;
} kept[KEPT];
static int next;

/* PETSc gives each registration a number of its own: those of the last names are kept. */
static PetscLogEvent event_of(const char* name) {
    for (int i = 0; i < KEPT; ++i) {
        if (kept[i].event != 0 && strcmp(kept[i].name, name) == 0) {
            return kept[i].event;
        }
    }
    PetscLogEvent event = 0;
    PetscLogEventRegister(name, PETSC_OBJECT_CLASSID, &event);
    if (strlen(name) < sizeof kept[0].name) {
        strcpy(kept[next % KEPT].name, name);
        kept[next++ % KEPT].event = event;
    }
    return event;
}

static void start(int* argc, char*** argv) {
    PetscInitialize(argc, argv, NULL, NULL);
}

static void finish(void) {
    PetscFinalize();
}

static void within(const char* name, void (*call)(void*), void* argument) {
    const PetscLogEvent event = event_of(name);
    (void)PetscLogEventBegin(event, 0, 0, 0, 0);
    call(argument);
    (void)PetscLogEventEnd(event, 0, 0, 0, 0);
}

/* Past PETSc's own list of events, which would stop the program. */
static void end_without_begin(void) {
    if (PetscLogPLE != NULL) {
        (*PetscLogPLE)(event_of("outer"), 0, NULL, NULL, NULL, NULL);
    }
}

extern const announcer announcer_petsc;
const announcer announcer_petsc = {"petsc", start, finish, within, end_without_begin};
