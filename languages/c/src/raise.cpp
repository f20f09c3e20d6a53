#include <c/Handle.hpp>
#include <c/gantry.h>
#include <gantry/Error.hpp>

void gantry_raise(sidl_BaseException** error, int32_t reason, const char* note) {
    try {
        gantry::c::report(error, std::make_exception_ptr(
                                     gantry::Error(static_cast<gov::cca::CCAExceptionType>(reason),
                                                   note == nullptr ? "" : note)));
    } catch (...) {
        gantry::c::report(error);
    }
}
