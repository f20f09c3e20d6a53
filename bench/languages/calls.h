#ifndef BENCH_LANGUAGES_CALLS_H
#define BENCH_LANGUAGES_CALLS_H

#include <c/calls.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The yardstick: a plain function of C in a shared object. Returns x. */
__attribute__((visibility("default"))) double gantry_bench_plain(double x);

calls_Calls* calls_in_c(void);
calls_Calls* calls_in_fortran(void);

/* Call number of an object so many times in a row. */
double calls_from_c(calls_Calls* object, int64_t count);
double calls_from_fortran(calls_Calls* object, int64_t count);

#ifdef __cplusplus
}
#endif

#endif
