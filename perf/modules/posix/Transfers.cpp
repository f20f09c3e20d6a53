// Functions that move data.
#include <sys/uio.h>

#include "Posix.hpp"

namespace gantry::posix {

namespace {

enum class Way : bool { Read, Write };

constexpr off_t kHere = -1;  // where the descriptor stands, which goes on

// Counts what one descriptor of a call moved, and lets its place go on.
// NOLINTNEXTLINE(readability-function-size): what is called, and what it counts as
void countMoved(const Call& call, std::uint32_t file, int descriptor, Way way, off_t offset,
                ssize_t moved, bool timed = true) noexcept {
    const FileRecord record = recorder().record(file);
    if (!record) {
        return;
    }
    if (moved < 0) {
        record.add(io::Failures, 1);
        return;
    }
    Access access;
    access.isWrite = way == Way::Write;
    access.bytes = static_cast<std::uint64_t>(moved);
    access.endedNs = call.endedNs();
    access.begunNs = timed ? call.begunNs() : access.endedNs;
    Descriptor* const known = recorder().descriptors().at(descriptor);
    if (known == nullptr) {
        recorder().count(record, access, nullptr);
        return;
    }
    if (offset != kHere) {
        access.offset = offset;
    } else if (known->hasPlaces != 0) {
        access.offset = known->position;
        known->position += moved;
    }
    recorder().count(record, access, &known->order);
}

template <class Behind>
// NOLINTNEXTLINE(readability-function-size): what is called, and what it counts as
ssize_t moving(const CallTimer& timer, Way way, int descriptor, off_t offset, const void* caller,
               Behind behind) {
    return io::recordedCall(
        recorder(), timer, caller, [descriptor] { return recorder().fileOf(descriptor); }, behind,
        [&](Call& call, std::uint32_t file, ssize_t moved) {
            countMoved(call, file, descriptor, way, offset, moved);
        });
}

// From one descriptor to another inside the system. The time is that of the reading.
template <class Behind>
// NOLINTNEXTLINE(readability-function-size): what is called, and what it counts as
ssize_t copying(const CallTimer& timer, int from, const off_t* fromOffset, int to,
                const off_t* toOffset, const void* caller, Behind behind) {
    if (!recorder().records(caller)) {
        return behind();
    }
    const std::uint32_t source = recorder().fileOf(from);
    const std::uint32_t target = recorder().fileOf(to);
    const off_t sourceOffset = fromOffset != nullptr ? *fromOffset : kHere;
    const off_t targetOffset = toOffset != nullptr ? *toOffset : kHere;
    Call call(recorder(), timer);
    const ssize_t moved = behind();
    call.end();
    countMoved(call, source, from, Way::Read, sourceOffset, moved);
    countMoved(call, target, to, Way::Write, targetOffset, moved, false);
    call.restore();
    return moved;
}

}  // namespace

// symbol, timer, way, offset, parameters behind the descriptor, what is handed on
#define GANTRY_MOVE(symbol, kind, way, offset, parameters, arguments)                      \
    GANTRY_FUNCTION(ssize_t, symbol, parameters) {                                         \
        auto* const next = next_##symbol.get();                                            \
        return moving(timers().kind, way, descriptor, offset, __builtin_return_address(0), \
                      [&]() { return next arguments; });                                   \
    }

GANTRY_MOVE(read, read, Way::Read, kHere, (int descriptor, void* data, std::size_t bytes),
            (descriptor, data, bytes))
GANTRY_MOVE(write, write, Way::Write, kHere, (int descriptor, const void* data, std::size_t bytes),
            (descriptor, data, bytes))
GANTRY_MOVE(__read_chk, read, Way::Read, kHere,
            (int descriptor, void* data, std::size_t bytes, std::size_t room),
            (descriptor, data, bytes, room))

#define GANTRY_PREAD(symbol)                                                   \
    GANTRY_MOVE(symbol, pread, Way::Read, offset,                              \
                (int descriptor, void* data, std::size_t bytes, off_t offset), \
                (descriptor, data, bytes, offset))
#define GANTRY_PREAD_CHK(symbol)                                                                 \
    GANTRY_MOVE(symbol, pread, Way::Read, offset,                                                \
                (int descriptor, void* data, std::size_t bytes, off_t offset, std::size_t room), \
                (descriptor, data, bytes, offset, room))
#define GANTRY_PWRITE(symbol)                                                        \
    GANTRY_MOVE(symbol, pwrite, Way::Write, offset,                                  \
                (int descriptor, const void* data, std::size_t bytes, off_t offset), \
                (descriptor, data, bytes, offset))
GANTRY_PREAD(pread)
GANTRY_PREAD(pread64)
GANTRY_PREAD_CHK(__pread_chk)
GANTRY_PREAD_CHK(__pread64_chk)
GANTRY_PWRITE(pwrite)
GANTRY_PWRITE(pwrite64)

#define GANTRY_VECTOR(symbol, kind, way)                                                   \
    GANTRY_MOVE(symbol, kind, way, kHere, (int descriptor, const iovec* parts, int count), \
                (descriptor, parts, count))
#define GANTRY_PVECTOR(symbol, kind, way)                                      \
    GANTRY_MOVE(symbol, kind, way, offset,                                     \
                (int descriptor, const iovec* parts, int count, off_t offset), \
                (descriptor, parts, count, offset))
#define GANTRY_PVECTOR2(symbol, kind, way)                                                \
    GANTRY_MOVE(symbol, kind, way, offset,                                                \
                (int descriptor, const iovec* parts, int count, off_t offset, int flags), \
                (descriptor, parts, count, offset, flags))
GANTRY_VECTOR(readv, readv, Way::Read)
GANTRY_VECTOR(writev, writev, Way::Write)
GANTRY_PVECTOR(preadv, preadv, Way::Read)
GANTRY_PVECTOR(preadv64, preadv, Way::Read)
GANTRY_PVECTOR(pwritev, pwritev, Way::Write)
GANTRY_PVECTOR(pwritev64, pwritev, Way::Write)
GANTRY_PVECTOR2(preadv2, preadv, Way::Read)
GANTRY_PVECTOR2(preadv64v2, preadv, Way::Read)
GANTRY_PVECTOR2(pwritev2, pwritev, Way::Write)
GANTRY_PVECTOR2(pwritev64v2, pwritev, Way::Write)

#define GANTRY_SENDFILE(symbol)                                                                   \
    GANTRY_FUNCTION(ssize_t, symbol, (int to, int from, off_t* offset, std::size_t bytes)) {      \
        auto* const next = next_##symbol.get();                                                   \
        return copying(timers().sendFile, from, offset, to, nullptr, __builtin_return_address(0), \
                       [&]() { return next(to, from, offset, bytes); });                          \
    }
GANTRY_SENDFILE(sendfile)
GANTRY_SENDFILE(sendfile64)

// NOLINTNEXTLINE(readability-function-size): the parameters are those of the system
GANTRY_FUNCTION(ssize_t, copy_file_range,
                (int from, off_t* fromOffset, int to, off_t* toOffset, std::size_t bytes,
                 unsigned flags)) {
    auto* const next = next_copy_file_range.get();
    return copying(timers().copyRange, from, fromOffset, to, toOffset, __builtin_return_address(0),
                   [&]() { return next(from, fromOffset, to, toOffset, bytes, flags); });
}

}  // namespace gantry::posix
