#include "relay.h"

#include <c/gantry.h>
#include <c/gov.cca.h>

#include <stddef.h>

/* An Echo in C that passes every call on to another one, its state: each value crosses C twice. */

#define RELAY(method, in, value)                                                       \
    static value method(void* self, in a, value* b, value* c, sidl_BaseException** error) { \
        return probe_Echo_##method(self, a, b, c, error);                              \
    }
#define RELAY_ARRAYS(method, array) RELAY(method, const array*, array)

RELAY(bools, bool, bool)
RELAY(chars, char, char)
RELAY(ints, int32_t, int32_t)
RELAY(longs, int64_t, int64_t)
RELAY(floats, float, float)
RELAY(doubles, double, double)
RELAY(fcomplexes, sidl_fcomplex, sidl_fcomplex)
RELAY(dcomplexes, sidl_dcomplex, sidl_dcomplex)
RELAY(strings, const char*, char*)
RELAY(opaques, void*, void*)
RELAY(colours, probe_Colour, probe_Colour)
RELAY(marks, const probe_Mark*, probe_Mark)
RELAY(objects, probe_Echo*, probe_Echo*)
RELAY_ARRAYS(boolArrays, sidl_bool__array)
RELAY_ARRAYS(charArrays, sidl_char__array)
RELAY_ARRAYS(intArrays, sidl_int__array)
RELAY_ARRAYS(longArrays, sidl_long__array)
RELAY_ARRAYS(floatArrays, sidl_float__array)
RELAY_ARRAYS(fcomplexArrays, sidl_fcomplex__array)
RELAY_ARRAYS(dcomplexArrays, sidl_dcomplex__array)
RELAY_ARRAYS(stringArrays, sidl_string__array)
RELAY_ARRAYS(opaqueArrays, sidl_opaque__array)
RELAY_ARRAYS(colourArrays, probe_Colour__array)
RELAY_ARRAYS(markArrays, probe_Mark__array)
RELAY_ARRAYS(objectArrays, probe_Echo__array)
RELAY_ARRAYS(doubles1, sidl_double__array)
RELAY_ARRAYS(doubles2, sidl_double__array)
RELAY_ARRAYS(doubles3, sidl_double__array)
RELAY_ARRAYS(doubles4, sidl_double__array)
RELAY_ARRAYS(doubles5, sidl_double__array)
RELAY_ARRAYS(doubles6, sidl_double__array)
RELAY_ARRAYS(doubles7, sidl_double__array)

static int32_t number(void* self, sidl_BaseException** error) {
    return probe_Echo_number(self, error);
}

static int32_t count(void* self, const sidl_generic_array* any, sidl_BaseException** error) {
    return probe_Echo_count(self, any, error);
}

static void scale(void* self, double* table, int32_t rows, int32_t columns, double factor,
                  sidl_BaseException** error) {
    probe_Echo_scale(self, table, rows, columns, factor, error);
}

static int64_t sum(void* self, const int32_t* values, int32_t n, sidl_BaseException** error) {
    return probe_Echo_sum(self, values, n, error);
}

static int32_t putInt(void* self, int32_t value, sidl_BaseException** error) {
    return probe_Echo_putInt(self, value, error);
}

static int32_t putText(void* self, const char* value, sidl_BaseException** error) {
    return probe_Echo_putText(self, value, error);
}

static int32_t code(void* self, sidl_BaseException** error) {
    (void)error;
    return *(const int32_t*)self;
}

static int32_t fail(void* self, int32_t way, sidl_BaseException** error) {
    static int32_t number = 42;
    static const struct probe_Refusal__methods kRefusal = {code};
    (void)self;
    switch (way) {
        case 0:
            probe_Refusal__raise(error, "refused in C", &kRefusal, &number, NULL);
            break;
        case 1:
            sidl_raise(error, "broken in C");
            break;
        case 2:
            gantry_raise(error, gov_cca_CCAExceptionType_BadPortName, "misnamed in C");
            break;
        default:
            probe_Silence__raise(error, "silent in C", NULL, NULL);
    }
    return 7;
}

static int32_t failBehind(void* self, int32_t way, sidl_BaseException** error) {
    return probe_Echo_failBehind(self, way, error);
}

static void destroy(void* target) {
    probe_Echo_deleteRef(target);
}

probe_Echo* relay_create(probe_Echo* target) {
    static const struct probe_Echo__methods kMethods = {
        .number = number,
        .bools = bools,
        .chars = chars,
        .ints = ints,
        .longs = longs,
        .floats = floats,
        .doubles = doubles,
        .fcomplexes = fcomplexes,
        .dcomplexes = dcomplexes,
        .strings = strings,
        .opaques = opaques,
        .colours = colours,
        .marks = marks,
        .objects = objects,
        .boolArrays = boolArrays,
        .charArrays = charArrays,
        .intArrays = intArrays,
        .longArrays = longArrays,
        .floatArrays = floatArrays,
        .fcomplexArrays = fcomplexArrays,
        .dcomplexArrays = dcomplexArrays,
        .stringArrays = stringArrays,
        .opaqueArrays = opaqueArrays,
        .colourArrays = colourArrays,
        .markArrays = markArrays,
        .objectArrays = objectArrays,
        .doubles1 = doubles1,
        .doubles2 = doubles2,
        .doubles3 = doubles3,
        .doubles4 = doubles4,
        .doubles5 = doubles5,
        .doubles6 = doubles6,
        .doubles7 = doubles7,
        .count = count,
        .scale = scale,
        .sum = sum,
        .putInt = putInt,
        .putText = putText,
        .fail = fail,
        .failBehind = failBehind,
    };
    probe_Echo_addRef(target);
    return probe_Echo__create(&kMethods, target, destroy);
}
