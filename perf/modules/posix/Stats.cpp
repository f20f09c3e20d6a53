// The functions that ask for what the system knows of a file, under all names they have had.
#include "Posix.hpp"

namespace gantry::posix {

#define GANTRY_STAT(symbol)                                                                  \
    GANTRY_FUNCTION(int, symbol, (const char* path, void* found)) {                          \
        auto* const next = next_##symbol.get();                                              \
        return byName(timers().stat, AT_FDCWD, path, io::Stats, __builtin_return_address(0), \
                      [&]() { return next(path, found); });                                  \
    }
#define GANTRY_XSTAT(symbol)                                                                 \
    GANTRY_FUNCTION(int, symbol, (int version, const char* path, void* found)) {             \
        auto* const next = next_##symbol.get();                                              \
        return byName(timers().stat, AT_FDCWD, path, io::Stats, __builtin_return_address(0), \
                      [&]() { return next(version, path, found); });                         \
    }
#define GANTRY_FSTAT(symbol)                                                                   \
    GANTRY_FUNCTION(int, symbol, (int descriptor, void* found)) {                              \
        auto* const next = next_##symbol.get();                                                \
        return byDescriptor(timers().stat, descriptor, io::Stats, __builtin_return_address(0), \
                            [&]() { return next(descriptor, found); });                        \
    }
#define GANTRY_FXSTAT(symbol)                                                                  \
    GANTRY_FUNCTION(int, symbol, (int version, int descriptor, void* found)) {                 \
        auto* const next = next_##symbol.get();                                                \
        return byDescriptor(timers().stat, descriptor, io::Stats, __builtin_return_address(0), \
                            [&]() { return next(version, descriptor, found); });               \
    }

namespace {

// An empty name means the descriptor itself.
template <class Behind>
int statAt(int folder, const char* path, const void* caller, Behind behind) {
    return path != nullptr && *path == '\0'
               ? byDescriptor(timers().stat, folder, io::Stats, caller, behind)
               : byName(timers().stat, folder, path, io::Stats, caller, behind);
}

}  // namespace

#define GANTRY_STATAT(symbol)                                                              \
    GANTRY_FUNCTION(int, symbol, (int folder, const char* path, void* found, int flags)) { \
        auto* const next = next_##symbol.get();                                            \
        return statAt(folder, path, __builtin_return_address(0),                           \
                      [&]() { return next(folder, path, found, flags); });                 \
    }
#define GANTRY_FXSTATAT(symbol)                                                            \
    GANTRY_FUNCTION(int, symbol,                                                           \
                    (int version, int folder, const char* path, void* found, int flags)) { \
        auto* const next = next_##symbol.get();                                            \
        return statAt(folder, path, __builtin_return_address(0),                           \
                      [&]() { return next(version, folder, path, found, flags); });        \
    }

GANTRY_STAT(stat)
GANTRY_STAT(stat64)
GANTRY_STAT(lstat)
GANTRY_STAT(lstat64)
GANTRY_FSTAT(fstat)
GANTRY_FSTAT(fstat64)
GANTRY_STATAT(fstatat)
GANTRY_STATAT(fstatat64)
GANTRY_XSTAT(__xstat)
GANTRY_XSTAT(__xstat64)
GANTRY_XSTAT(__lxstat)
GANTRY_XSTAT(__lxstat64)
GANTRY_FXSTAT(__fxstat)
GANTRY_FXSTAT(__fxstat64)
GANTRY_FXSTATAT(__fxstatat)
GANTRY_FXSTATAT(__fxstatat64)

GANTRY_FUNCTION(int, statx, (int folder, const char* path, int flags, unsigned mask, void* found)) {
    auto* const next = next_statx.get();
    return statAt(folder, path, __builtin_return_address(0),
                  [&]() { return next(folder, path, flags, mask, found); });
}

}  // namespace gantry::posix
