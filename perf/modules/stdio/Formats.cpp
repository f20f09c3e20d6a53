// printf and its kin. Those with a list of arguments go on as those that take one.
#include <cstdarg>

#include "Stdio.hpp"

namespace gantry::stdio {

namespace {

template <class Behind>
int formatting(FILE* stream, const void* caller, Behind behind) {
    return moving(timers().format, stream, true, caller, behind,
                  [](int written) noexcept { return static_cast<std::int64_t>(written); });
}

}  // namespace

GANTRY_FUNCTION(int, vfprintf, (FILE * stream, const char* format, va_list rest)) {
    auto* const next = next_vfprintf.get();
    return formatting(stream, __builtin_return_address(0),
                      [&]() { return next(stream, format, rest); });
}

GANTRY_FUNCTION(int, vprintf, (const char* format, va_list rest)) {
    auto* const next = next_vfprintf.get();
    return formatting(stdout, __builtin_return_address(0),
                      [&]() { return next(stdout, format, rest); });
}

GANTRY_FUNCTION(int, fprintf, (FILE * stream, const char* format, ...)) {
    auto* const next = next_vfprintf.get();
    va_list rest;
    va_start(rest, format);
    const int written = formatting(stream, __builtin_return_address(0),
                                   [&]() { return next(stream, format, rest); });
    va_end(rest);
    return written;
}

GANTRY_FUNCTION(int, printf, (const char* format, ...)) {
    auto* const next = next_vfprintf.get();
    va_list rest;
    va_start(rest, format);
    const int written = formatting(stdout, __builtin_return_address(0),
                                   [&]() { return next(stdout, format, rest); });
    va_end(rest);
    return written;
}

// What fortified programs call instead.
GANTRY_FUNCTION(int, __vfprintf_chk, (FILE * stream, int flag, const char* format, va_list rest)) {
    auto* const next = next___vfprintf_chk.get();
    return formatting(stream, __builtin_return_address(0),
                      [&]() { return next(stream, flag, format, rest); });
}

GANTRY_FUNCTION(int, __vprintf_chk, (int flag, const char* format, va_list rest)) {
    auto* const next = next___vfprintf_chk.get();
    return formatting(stdout, __builtin_return_address(0),
                      [&]() { return next(stdout, flag, format, rest); });
}

GANTRY_FUNCTION(int, __fprintf_chk, (FILE * stream, int flag, const char* format, ...)) {
    auto* const next = next___vfprintf_chk.get();
    va_list rest;
    va_start(rest, format);
    const int written = formatting(stream, __builtin_return_address(0),
                                   [&]() { return next(stream, flag, format, rest); });
    va_end(rest);
    return written;
}

GANTRY_FUNCTION(int, __printf_chk, (int flag, const char* format, ...)) {
    auto* const next = next___vfprintf_chk.get();
    va_list rest;
    va_start(rest, format);
    const int written = formatting(stdout, __builtin_return_address(0),
                                   [&]() { return next(stdout, flag, format, rest); });
    va_end(rest);
    return written;
}

}  // namespace gantry::stdio
