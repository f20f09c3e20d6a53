/* An open() that returns at once if it is asked to, and otherwise opens as the C library does. In
 * front of the C library it shows what the module posix adds by itself: the kernel's own time
 * varies by more. */
#define _GNU_SOURCE
#include "QuickOpen.h"

#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((visibility("default"))) int open(const char* path, int flags, ...) {
    va_list rest;
    unsigned mode = 0;
    if ((flags & GANTRY_BENCH_QUICK) != 0) {
        return GANTRY_BENCH_QUICK_DESCRIPTOR;
    }
    if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
        va_start(rest, flags);
        mode = va_arg(rest, unsigned);
        va_end(rest);
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
