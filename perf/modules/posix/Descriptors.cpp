// Functions that are given a descriptor and move no data.
#include <cstdarg>
#include <sys/mman.h>

#include "Posix.hpp"

namespace gantry::posix {

GANTRY_FUNCTION(int, close, (int descriptor)) {
    auto* const next = next_close.get();
    if (!recorder().records(__builtin_return_address(0))) {
        return next(descriptor);
    }
    const std::uint32_t file = recorder().fileOf(descriptor);
    // Before the call: afterwards another thread may have opened a file by that number.
    recorder().descriptors().forget(descriptor);
    if (file == FileTable::kExcluded) {
        return next(descriptor);
    }
    Call call(recorder(), timers().close);
    const int result = next(descriptor);
    call.end();
    call.count(file, io::Closes, result < 0);
    if (const FileRecord record = recorder().record(file)) {
        record.moment(io::FirstClose, call.endedNs());
    }
    call.restore();
    return result;
}

namespace {

template <class Behind>
off_t seeking(int descriptor, const void* caller, Behind behind) {
    const off_t result = byDescriptor(timers().seek, descriptor, io::Seeks, caller, behind);
    Descriptor* const known = recorder().descriptors().at(descriptor);
    if (result >= 0 && known != nullptr && recorder().records(caller)) {
        known->position = result;
        known->hasPlaces |=
            known->file.load(std::memory_order_relaxed) >= FileTable::kFirst ? 1 : 0;
    }
    return result;
}

template <class Behind>
int duplicating(int from, const void* caller, Behind behind) {
    const int made = byDescriptor(timers().duplicate, from, io::Duplicates, caller, behind);
    if (made >= 0 && made != from && recorder().records(caller)) {
        recorder().descriptors().duplicate(from, made);
    }
    return made;
}

template <class Type>
int controlling(Type* next, const void* caller, int descriptor, int command, void* argument) {
    const auto behind = [&]() { return next(descriptor, command, argument); };
    return command == F_DUPFD || command == F_DUPFD_CLOEXEC
               ? duplicating(descriptor, caller, behind)
               : behind();
}

template <class Behind>
void* mapping(int descriptor, int flags, const void* caller, Behind behind) {
    if (descriptor < 0 || (flags & MAP_ANONYMOUS) != 0) {
        return behind();
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr): byDescriptor() passes numbers on
    return reinterpret_cast<void*>(byDescriptor(timers().map, descriptor, io::Maps, caller, [&]() {
        return reinterpret_cast<std::intptr_t>(behind());
    }));
}

}  // namespace

#define GANTRY_SEEK(symbol)                                                      \
    GANTRY_FUNCTION(off_t, symbol, (int descriptor, off_t offset, int whence)) { \
        auto* const next = next_##symbol.get();                                  \
        return seeking(descriptor, __builtin_return_address(0),                  \
                       [&]() { return next(descriptor, offset, whence); });      \
    }
GANTRY_SEEK(lseek)
GANTRY_SEEK(lseek64)

GANTRY_FUNCTION(int, fsync, (int descriptor)) {
    auto* const next = next_fsync.get();
    return byDescriptor(timers().sync, descriptor, io::Syncs, __builtin_return_address(0),
                        [&]() { return next(descriptor); });
}

GANTRY_FUNCTION(int, fdatasync, (int descriptor)) {
    auto* const next = next_fdatasync.get();
    return byDescriptor(timers().dataSync, descriptor, io::Syncs, __builtin_return_address(0),
                        [&]() { return next(descriptor); });
}

#define GANTRY_FTRUNCATE(symbol)                                            \
    GANTRY_FUNCTION(int, symbol, (int descriptor, off_t length)) {          \
        auto* const next = next_##symbol.get();                             \
        return byDescriptor(timers().truncate, descriptor, io::Truncations, \
                            __builtin_return_address(0),                    \
                            [&]() { return next(descriptor, length); });    \
    }
GANTRY_FTRUNCATE(ftruncate)
GANTRY_FTRUNCATE(ftruncate64)

GANTRY_FUNCTION(int, dup, (int descriptor)) {
    auto* const next = next_dup.get();
    return duplicating(descriptor, __builtin_return_address(0), [&]() { return next(descriptor); });
}

GANTRY_FUNCTION(int, dup2, (int from, int to)) {
    auto* const next = next_dup2.get();
    return duplicating(from, __builtin_return_address(0), [&]() { return next(from, to); });
}

GANTRY_FUNCTION(int, dup3, (int from, int to, int flags)) {
    auto* const next = next_dup3.get();
    return duplicating(from, __builtin_return_address(0), [&]() { return next(from, to, flags); });
}

// The third argument is a number or a pointer or nothing; all of them go on as one word.
#define GANTRY_FCNTL(symbol)                                                                      \
    GANTRY_FUNCTION(int, symbol, (int descriptor, int command, ...)) {                            \
        va_list rest;                                                                             \
        va_start(rest, command);                                                                  \
        void* const argument = va_arg(rest, void*);                                               \
        va_end(rest);                                                                             \
        return controlling(next_##symbol.get(), __builtin_return_address(0), descriptor, command, \
                           argument);                                                             \
    }
GANTRY_FCNTL(fcntl)
GANTRY_FCNTL(fcntl64)

#define GANTRY_MMAP(symbol)                                                                        \
    GANTRY_FUNCTION(                                                                               \
        void*, symbol,                                                                             \
        (void* address, std::size_t bytes, int access, int flags, int descriptor, off_t offset)) { \
        auto* const next = next_##symbol.get();                                                    \
        return mapping(descriptor, flags, __builtin_return_address(0),                             \
                       [&]() { return next(address, bytes, access, flags, descriptor, offset); }); \
    }
// NOLINTNEXTLINE(readability-function-size): the parameters are those of the system
GANTRY_MMAP(mmap)
// NOLINTNEXTLINE(readability-function-size): the parameters are those of the system
GANTRY_MMAP(mmap64)

}  // namespace gantry::posix
