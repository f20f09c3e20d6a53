#ifndef TESTS_LANGUAGES_RELAY_H
#define TESTS_LANGUAGES_RELAY_H

#include <c/probe.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An Echo in C, or in Fortran, that passes every call on to target; it counts a reference. */
probe_Echo* relay_create(probe_Echo* target);
probe_Echo* relay_create_in_fortran(probe_Echo* target);

#ifdef __cplusplus
}
#endif

#endif
