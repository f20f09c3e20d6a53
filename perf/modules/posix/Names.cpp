// Functions that are given a name.
#include <cstdarg>

#include "Posix.hpp"

namespace gantry::posix {

namespace {

// The mode is there only with flags that make a file.
bool hasMode(int flags) noexcept {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE;
}

// mkstemp() writes the name, so that it is known afterwards only.
template <class Behind>
int openingTemporary(const char* name, const void* caller, Behind behind) {
    if (!recorder().records(caller)) {
        return behind();
    }
    Call call(recorder(), timers().temporary);
    const int descriptor = behind();
    call.end();
    const Path path(name);
    const std::uint32_t file = descriptor < 0              ? recorder().failedOnes()
                               : recorder().excludes(path) ? std::uint32_t{FileTable::kExcluded}
                                                           : recorder().fileOf(path);
    call.count(file, io::Opens, descriptor < 0);
    if (descriptor >= 0) {
        if (const FileRecord record = recorder().record(file)) {
            record.moment(io::FirstOpen, call.begunNs());
        }
        recorder().descriptors().set(descriptor, file, true);
    }
    call.restore();
    return descriptor;
}

}  // namespace

#define GANTRY_OPEN(symbol)                                                               \
    GANTRY_FUNCTION(int, symbol, (const char* path, int flags, ...)) {                    \
        va_list rest;                                                                     \
        va_start(rest, flags);                                                            \
        const mode_t mode = hasMode(flags) ? va_arg(rest, mode_t) : mode_t{0};            \
        va_end(rest);                                                                     \
        auto* const next = next_##symbol.get();                                           \
        return opening(timers().open, AT_FDCWD, path, flags, __builtin_return_address(0), \
                       [&]() { return next(path, flags, mode); });                        \
    }

#define GANTRY_OPENAT(symbol)                                                           \
    GANTRY_FUNCTION(int, symbol, (int folder, const char* path, int flags, ...)) {      \
        va_list rest;                                                                   \
        va_start(rest, flags);                                                          \
        const mode_t mode = hasMode(flags) ? va_arg(rest, mode_t) : mode_t{0};          \
        va_end(rest);                                                                   \
        auto* const next = next_##symbol.get();                                         \
        return opening(timers().open, folder, path, flags, __builtin_return_address(0), \
                       [&]() { return next(folder, path, flags, mode); });              \
    }

// What fortified programs call instead, where no mode is needed.
#define GANTRY_OPEN_2(symbol)                                                             \
    GANTRY_FUNCTION(int, symbol, (const char* path, int flags)) {                         \
        auto* const next = next_##symbol.get();                                           \
        return opening(timers().open, AT_FDCWD, path, flags, __builtin_return_address(0), \
                       [&]() { return next(path, flags); });                              \
    }

#define GANTRY_OPENAT_2(symbol)                                                         \
    GANTRY_FUNCTION(int, symbol, (int folder, const char* path, int flags)) {           \
        auto* const next = next_##symbol.get();                                         \
        return opening(timers().open, folder, path, flags, __builtin_return_address(0), \
                       [&]() { return next(folder, path, flags); });                    \
    }

#define GANTRY_CREAT(symbol)                                                                 \
    GANTRY_FUNCTION(int, symbol, (const char* path, mode_t mode)) {                          \
        auto* const next = next_##symbol.get();                                              \
        return opening(timers().open, AT_FDCWD, path, O_WRONLY, __builtin_return_address(0), \
                       [&]() { return next(path, mode); });                                  \
    }

GANTRY_OPEN(open)
GANTRY_OPEN(open64)
GANTRY_OPENAT(openat)
GANTRY_OPENAT(openat64)
GANTRY_OPEN_2(__open_2)
GANTRY_OPEN_2(__open64_2)
GANTRY_OPENAT_2(__openat_2)
GANTRY_OPENAT_2(__openat64_2)
GANTRY_CREAT(creat)
GANTRY_CREAT(creat64)

#define GANTRY_TEMPORARY(symbol, parameters, arguments)            \
    GANTRY_FUNCTION(int, symbol, parameters) {                     \
        auto* const next = next_##symbol.get();                    \
        return openingTemporary(name, __builtin_return_address(0), \
                                [&]() { return next arguments; }); \
    }

GANTRY_TEMPORARY(mkstemp, (char* name), (name))
GANTRY_TEMPORARY(mkstemp64, (char* name), (name))
GANTRY_TEMPORARY(mkostemp, (char* name, int flags), (name, flags))
GANTRY_TEMPORARY(mkostemp64, (char* name, int flags), (name, flags))
GANTRY_TEMPORARY(mkstemps, (char* name, int suffix), (name, suffix))
GANTRY_TEMPORARY(mkstemps64, (char* name, int suffix), (name, suffix))

GANTRY_FUNCTION(int, rename, (const char* from, const char* to)) {
    auto* const next = next_rename.get();
    return byName(timers().rename, AT_FDCWD, from, io::Renames, __builtin_return_address(0),
                  [&]() { return next(from, to); });
}

GANTRY_FUNCTION(int, renameat, (int folder, const char* from, int toFolder, const char* to)) {
    auto* const next = next_renameat.get();
    return byName(timers().rename, folder, from, io::Renames, __builtin_return_address(0),
                  [&]() { return next(folder, from, toFolder, to); });
}

GANTRY_FUNCTION(int, renameat2,
                (int folder, const char* from, int toFolder, const char* to, unsigned flags)) {
    auto* const next = next_renameat2.get();
    return byName(timers().rename, folder, from, io::Renames, __builtin_return_address(0),
                  [&]() { return next(folder, from, toFolder, to, flags); });
}

GANTRY_FUNCTION(int, unlink, (const char* path)) {
    auto* const next = next_unlink.get();
    return byName(timers().remove, AT_FDCWD, path, io::Removals, __builtin_return_address(0),
                  [&]() { return next(path); });
}

GANTRY_FUNCTION(int, unlinkat, (int folder, const char* path, int flags)) {
    auto* const next = next_unlinkat.get();
    return byName(timers().remove, folder, path, io::Removals, __builtin_return_address(0),
                  [&]() { return next(folder, path, flags); });
}

#define GANTRY_TRUNCATE(symbol)                                                           \
    GANTRY_FUNCTION(int, symbol, (const char* path, off_t length)) {                      \
        auto* const next = next_##symbol.get();                                           \
        return byName(timers().truncate, AT_FDCWD, path, io::Truncations,                 \
                      __builtin_return_address(0), [&]() { return next(path, length); }); \
    }

GANTRY_TRUNCATE(truncate)
GANTRY_TRUNCATE(truncate64)

}  // namespace gantry::posix
