#include "calls.h"

static double number(void* self, double x, sidl_BaseException** error) {
    (void)self;
    (void)error;
    return x;
}

static char* text(void* self, const char* value, sidl_BaseException** error) {
    (void)self;
    (void)error;
    return sidl_String_strdup(value);
}

static double first(void* self, const sidl_double__array* values, sidl_BaseException** error) {
    (void)self;
    (void)error;
    return values->first[0];
}

double gantry_bench_plain(double x) {
    return x;
}

calls_Calls* calls_in_c(void) {
    static const struct calls_Calls__methods kMethods = {number, text, first};
    return calls_Calls__create(&kMethods, NULL, NULL);
}

double calls_from_c(calls_Calls* object, int64_t count) {
    double x = 1;
    for (int64_t i = 0; i < count; ++i) {
        x = calls_Calls_number(object, x, NULL);
    }
    return x;
}
