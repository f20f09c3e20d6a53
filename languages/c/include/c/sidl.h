/* SIDL in C: the basis of every generated header <c/STEM.h>.
 *
 * Objects are handles. A handle that a function returns, or gives through an `out` argument,
 * belongs to the caller, who releases it with deleteRef; a handle that is passed in still belongs
 * to the caller, and a callee that keeps it adds a reference with addRef. A handle may be used by
 * every thread that may use the object. A null handle refers to no object.
 *
 * Errors: the last argument of every call is the address of an error handle, null before the call,
 * or null to ignore errors. An exception of the method is stored there; the result and the `out`
 * arguments are then empty. An error that is already set is kept and the new one dropped, so that
 * several calls may share one test. No C++ exception passes through C code.
 *
 * Strings are NUL-terminated. The caller frees those that a function returns or gives through an
 * `out` argument with sidl_String_free; null means the empty string.
 */
#ifndef GANTRY_C_SIDL_H
#define GANTRY_C_SIDL_H

#ifndef __cplusplus
#include <stdbool.h>
#endif
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The largest number of dimensions. Of every array, whatever the language. */
#define SIDL_MAX_DIMENSION 7

/* Complex numbers have the layout of the complex types of C and Fortran: first the real part. */
typedef struct sidl_fcomplex {
    float real;
    float imaginary;
} sidl_fcomplex;

typedef struct sidl_dcomplex {
    double real;
    double imaginary;
} sidl_dcomplex;

/* The memory order of the elements of a new array. Row-major: the last index runs fastest, as in
 * C; column-major: the first one, as in Fortran. The order decides the strides of a new array;
 * functions that take an array read its strides. */
typedef enum sidl_order { sidl_order_row_major, sidl_order_column_major } sidl_order;

/* An array of any element type and 1 to 7 dimensions; all zero is the empty array. The element
 * with the indices i, j is first[(i - lower[0]) * stride[0] + (j - lower[1]) * stride[1]]. `owner`
 * keeps the elements alive; null means borrowed memory, which its lender keeps alive.
 *
 * Sum of the elements of an array of one dimension:
 *
 *     for (int32_t i = 0; i < a->length[0]; ++i) {
 *         sum += a->first[i * a->stride[0]];
 *     } */
#define SIDL_ARRAY_TYPE(name, element_type) \
    typedef struct name {                   \
        element_type* first;                \
        int32_t dimension;                  \
        int32_t lower[SIDL_MAX_DIMENSION];  \
        int32_t length[SIDL_MAX_DIMENSION]; \
        int32_t stride[SIDL_MAX_DIMENSION]; \
        void* owner;                        \
    } name

/* create: new elements, all zero, with lower bounds 0; the empty array if lengths or dimension are
 *     out of range or there is no memory. Strings, handles and structs in it belong to the array.
 * borrow: a view of memory that the caller keeps alive; strides count elements.
 * share: another reference to the same elements, also of an array that was passed in; to keep it.
 * free: releases a created, shared or returned array and makes it empty. The elements are freed
 *     with the last array that shares them. */
#define SIDL_ARRAY_FUNCTIONS(name, element_type)                                      \
    name name##_create(int32_t dimension, const int32_t* length, sidl_order order);   \
    name name##_borrow(element_type* first, int32_t dimension, const int32_t* length, \
                       const int32_t* stride);                                        \
    name name##_share(const name* array);                                             \
    void name##_free(name* array)

SIDL_ARRAY_TYPE(sidl_bool__array, bool);
SIDL_ARRAY_TYPE(sidl_char__array, char);
SIDL_ARRAY_TYPE(sidl_int__array, int32_t);
SIDL_ARRAY_TYPE(sidl_long__array, int64_t);
SIDL_ARRAY_TYPE(sidl_float__array, float);
SIDL_ARRAY_TYPE(sidl_double__array, double);
SIDL_ARRAY_TYPE(sidl_fcomplex__array, sidl_fcomplex);
SIDL_ARRAY_TYPE(sidl_dcomplex__array, sidl_dcomplex);
SIDL_ARRAY_TYPE(sidl_opaque__array, void*);
SIDL_ARRAY_TYPE(sidl_string__array, char*);
SIDL_ARRAY_FUNCTIONS(sidl_bool__array, bool);
SIDL_ARRAY_FUNCTIONS(sidl_char__array, char);
SIDL_ARRAY_FUNCTIONS(sidl_int__array, int32_t);
SIDL_ARRAY_FUNCTIONS(sidl_long__array, int64_t);
SIDL_ARRAY_FUNCTIONS(sidl_float__array, float);
SIDL_ARRAY_FUNCTIONS(sidl_double__array, double);
SIDL_ARRAY_FUNCTIONS(sidl_fcomplex__array, sidl_fcomplex);
SIDL_ARRAY_FUNCTIONS(sidl_dcomplex__array, sidl_dcomplex);
SIDL_ARRAY_FUNCTIONS(sidl_opaque__array, void*);
SIDL_ARRAY_FUNCTIONS(sidl_string__array, char*);

/* The element type of a generic array; other types, such as strings and objects, are not supported.
 * */
typedef enum sidl_element {
    sidl_element_bool,
    sidl_element_char,
    sidl_element_int,
    sidl_element_long,
    sidl_element_float,
    sidl_element_double,
    sidl_element_fcomplex,
    sidl_element_dcomplex,
    sidl_element_opaque
} sidl_element;

/* The argument type array<>: an array, whose `first` points to elements of that type. */
SIDL_ARRAY_TYPE(sidl_any__array, void);
typedef struct sidl_generic_array {
    sidl_element element;
    sidl_any__array array;
} sidl_generic_array;

/* Declares the handle of a SIDL type, which C never sees inside, or a struct, and the array of
 * each. */
#define SIDL_OBJECT_TYPE(name) \
    typedef struct name name;  \
    SIDL_ARRAY_TYPE(name##__array, name*)

#define SIDL_STRUCT_TYPE(name) \
    typedef struct name name;  \
    SIDL_ARRAY_TYPE(name##__array, name)

SIDL_OBJECT_TYPE(sidl_BaseInterface);
SIDL_OBJECT_TYPE(sidl_BaseClass);
SIDL_OBJECT_TYPE(sidl_BaseException);
SIDL_OBJECT_TYPE(sidl_RuntimeException);
SIDL_OBJECT_TYPE(sidl_SIDLException);

/* A copy of a string, to be freed; null for null, and if there is no memory. For a result or an
 * `out` argument that the caller will free. The text is copied up to its first NUL byte.
 *
 *     *name = sidl_String_strdup("simpson");    an `out` argument */
char* sidl_String_strdup(const char* text);
/* Null is allowed. Only for strings that this binding returned: they are allocated by its C
 * library. */
void sidl_String_free(char* text);

/* The functions of all handles: each handle may be passed as `object`. Counting is atomic, so any
 * thread may call them; null is allowed. A handle that is kept in a variable of longer life than
 * the call needs one more reference. */
void sidl_addRef(void* object);
/* Releases one reference. The last one frees the handle, and the object with its last handle, in
 * the calling thread.
 *
 *     numeric_FunctionPort* const kept = numeric_FunctionPort__cast(port);    a new reference
 *     ...
 *     sidl_deleteRef(kept); */
void sidl_deleteRef(void* object);
/* True if both are handles of the same object, or both null. Comparing the pointers would not do:
 * one object may have several handles.
 *
 *     if (sidl_isSame(first, second)) { ... } */
bool sidl_isSame(const void* object, const void* other);

/* Like every TYPE__cast: a new reference to the same object as that type; null for null and for an
 * object of another type. */
sidl_BaseInterface* sidl_BaseInterface__cast(void* object);
sidl_BaseException* sidl_BaseException__cast(void* object);
sidl_RuntimeException* sidl_RuntimeException__cast(void* object);
sidl_SIDLException* sidl_SIDLException__cast(void* object);

/* The message of the error; to be freed. Null for null, and if there is no memory. */
char* sidl_BaseException_getNote(sidl_BaseException* self);
/* The places that the exception has passed, one per line; to be freed. */
char* sidl_BaseException_getTrace(sidl_BaseException* self);
/* Adds a place. Without memory the trace stays as it is. */
void sidl_BaseException_addLine(sidl_BaseException* self, const char* line);
void sidl_BaseException_deleteRef(sidl_BaseException* self);

/* Sets a sidl.RuntimeException, which is thrown if the caller is C++. Use TYPE__raise or
 * gantry_raise for other exceptions. For methods that C implements. Null for note is the empty
 * text; an error that is set already stays. */
void sidl_raise(sidl_BaseException** error, const char* note);

#ifdef __cplusplus
}
#endif

#endif
