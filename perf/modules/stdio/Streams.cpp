// Opening, closing, blocks, lines and places.
#include <cstring>
#include <sys/types.h>

#include "Stdio.hpp"

namespace gantry::stdio {

namespace {

// Where an appending write goes is known to the system alone.
void noteOpened(FILE* stream, std::uint32_t file, const char* mode) noexcept {
    const bool hasPlaces = mode != nullptr && std::strchr(mode, 'a') == nullptr;
    recorder().descriptors().set(::fileno(stream), file, hasPlaces);
}

template <class Behind>
FILE* openingExcluded(Behind behind) {
    FILE* const stream = behind();
    if (stream != nullptr) {
        recorder().descriptors().exclude(::fileno(stream));
    }
    return stream;
}

template <class Behind>
FILE* opening(const char* name, const char* mode, const void* caller, Behind behind) {
    if (!recorder().records(caller)) {
        return behind();
    }
    if (recorder().excludesAtOnce(name)) {
        return openingExcluded(behind);
    }
    const int error = errno;
    const Path path(name);
    errno = error;
    if (recorder().excludes(path)) {
        return openingExcluded(behind);
    }
    Call call(recorder(), timers().open);
    FILE* const stream = behind();
    call.end();
    const std::uint32_t file =
        stream == nullptr ? recorder().failedOnes() : recorder().fileOf(path);
    call.count(file, io::Opens, stream == nullptr);
    if (stream != nullptr) {
        if (const FileRecord record = recorder().record(file)) {
            record.moment(io::FirstOpen, call.begunNs());
        }
        noteOpened(stream, file, mode);
    }
    call.restore();
    return stream;
}

template <class Behind>
int placing(FILE* stream, off_t offset, int whence, const void* caller, Behind behind) {
    if (!recorder().records(caller)) {
        return behind();
    }
    const std::uint32_t file = fileOf(stream);
    if (file == FileTable::kExcluded) {
        return behind();
    }
    Call call(recorder(), timers().seek);
    const int result = behind();
    call.end();
    call.count(file, io::Seeks, result != 0);
    Descriptor* const known = recorder().descriptors().at(::fileno(stream));
    if (result == 0 && known != nullptr) {
        known->hasPlaces = whence == SEEK_SET ? 1 : 0;
        known->position = offset;
    }
    call.restore();
    return result;
}

}  // namespace

#define GANTRY_OPEN_STREAM(symbol)                                         \
    GANTRY_FUNCTION(FILE*, symbol, (const char* path, const char* mode)) { \
        auto* const next = next_##symbol.get();                            \
        return opening(path, mode, __builtin_return_address(0),            \
                       [&]() { return next(path, mode); });                \
    }
#define GANTRY_REOPEN_STREAM(symbol)                                                     \
    GANTRY_FUNCTION(FILE*, symbol, (const char* path, const char* mode, FILE* stream)) { \
        auto* const next = next_##symbol.get();                                          \
        if (path == nullptr) {                                                           \
            return next(path, mode, stream);                                             \
        }                                                                                \
        if (recorder().records(__builtin_return_address(0))) {                           \
            recorder().descriptors().forget(::fileno(stream));                           \
        }                                                                                \
        return opening(path, mode, __builtin_return_address(0),                          \
                       [&]() { return next(path, mode, stream); });                      \
    }
GANTRY_OPEN_STREAM(fopen)
GANTRY_OPEN_STREAM(fopen64)
GANTRY_REOPEN_STREAM(freopen)
GANTRY_REOPEN_STREAM(freopen64)

// The descriptor is not new to the program, but may be to this module.
GANTRY_FUNCTION(FILE*, fdopen, (int descriptor, const char* mode)) {
    auto* const next = next_fdopen.get();
    FILE* const stream = next(descriptor, mode);
    if (stream != nullptr && recorder().records(__builtin_return_address(0))) {
        const int error = errno;
        recorder().descriptors().forget(descriptor);
        if (const FileRecord record = recorder().record(recorder().fileOf(descriptor))) {
            record.add(io::Opens, 1);
        }
        errno = error;
    }
    return stream;
}

GANTRY_FUNCTION(int, fclose, (FILE * stream)) {
    auto* const next = next_fclose.get();
    if (!recorder().records(__builtin_return_address(0))) {
        return next(stream);
    }
    const std::uint32_t file = fileOf(stream);
    if (stream != nullptr) {
        recorder().descriptors().forget(::fileno(stream));
    }
    if (file == FileTable::kExcluded) {
        return next(stream);
    }
    Call call(recorder(), timers().close);
    const int result = next(stream);
    call.end();
    call.count(file, io::Closes, result != 0);
    if (const FileRecord record = recorder().record(file)) {
        record.moment(io::FirstClose, call.endedNs());
    }
    call.restore();
    return result;
}

#define GANTRY_BLOCK(symbol, kind, isWrite, Data)                                                  \
    GANTRY_FUNCTION(std::size_t, symbol,                                                           \
                    (Data data, std::size_t bytes, std::size_t count, FILE * stream)) {            \
        auto* const next = next_##symbol.get();                                                    \
        return moving(                                                                             \
            timers().kind, stream, isWrite, __builtin_return_address(0),                           \
            [&]() { return next(data, bytes, count, stream); },                                    \
            [&](std::size_t moved) noexcept { return static_cast<std::int64_t>(moved * bytes); }); \
    }
GANTRY_BLOCK(fread, read, false, void*)
GANTRY_BLOCK(fread_unlocked, read, false, void*)
GANTRY_BLOCK(fwrite, write, true, const void*)
GANTRY_BLOCK(fwrite_unlocked, write, true, const void*)

GANTRY_FUNCTION(std::size_t, __fread_chk,
                (void* data, std::size_t room, std::size_t bytes, std::size_t count,
                 FILE* stream)) {
    auto* const next = next___fread_chk.get();
    return moving(
        timers().read, stream, false, __builtin_return_address(0),
        [&]() { return next(data, room, bytes, count, stream); },
        [&](std::size_t moved) noexcept { return static_cast<std::int64_t>(moved * bytes); });
}

namespace {

// A line that was not there is the end of the file as a rule: a read of nothing.
std::int64_t lengthOf(const char* line) noexcept {
    return line == nullptr ? 0 : static_cast<std::int64_t>(std::strlen(line));
}

}  // namespace

GANTRY_FUNCTION(char*, fgets, (char* line, int room, FILE* stream)) {
    auto* const next = next_fgets.get();
    return moving(
        timers().line, stream, false, __builtin_return_address(0),
        [&]() { return next(line, room, stream); },
        [](const char* read) noexcept { return lengthOf(read); });
}

GANTRY_FUNCTION(char*, __fgets_chk, (char* line, std::size_t size, int room, FILE* stream)) {
    auto* const next = next___fgets_chk.get();
    return moving(
        timers().line, stream, false, __builtin_return_address(0),
        [&]() { return next(line, size, room, stream); },
        [](const char* read) noexcept { return lengthOf(read); });
}

#define GANTRY_DELIMITED(symbol, parameters, arguments)                                            \
    GANTRY_FUNCTION(ssize_t, symbol, parameters) {                                                 \
        auto* const next = next_##symbol.get();                                                    \
        return moving(                                                                             \
            timers().line, stream, false, __builtin_return_address(0),                             \
            [&]() { return next arguments; },                                                      \
            [](ssize_t read) noexcept { return static_cast<std::int64_t>(read < 0 ? 0 : read); }); \
    }
GANTRY_DELIMITED(getline, (char** line, std::size_t* room, FILE* stream), (line, room, stream))
GANTRY_DELIMITED(getdelim, (char** line, std::size_t* room, int end, FILE* stream),
                 (line, room, end, stream))
GANTRY_DELIMITED(__getdelim, (char** line, std::size_t* room, int end, FILE* stream),
                 (line, room, end, stream))

#define GANTRY_TEXT(symbol)                                                                       \
    GANTRY_FUNCTION(int, symbol, (const char* text, FILE* stream)) {                              \
        auto* const next = next_##symbol.get();                                                   \
        return moving(                                                                            \
            timers().text, stream, true, __builtin_return_address(0),                             \
            [&]() { return next(text, stream); },                                                 \
            [&](int result) noexcept { return result < 0 ? std::int64_t{-1} : lengthOf(text); }); \
    }
GANTRY_TEXT(fputs)
GANTRY_TEXT(fputs_unlocked)

GANTRY_FUNCTION(int, puts, (const char* text)) {
    auto* const next = next_puts.get();
    return moving(
        timers().text, stdout, true, __builtin_return_address(0), [&]() { return next(text); },
        [&](int result) noexcept { return result < 0 ? std::int64_t{-1} : lengthOf(text) + 1; });
}

#define GANTRY_PLACE(symbol, Offset)                                           \
    GANTRY_FUNCTION(int, symbol, (FILE * stream, Offset offset, int whence)) { \
        auto* const next = next_##symbol.get();                                \
        return placing(stream, offset, whence, __builtin_return_address(0),    \
                       [&]() { return next(stream, offset, whence); });        \
    }
GANTRY_PLACE(fseek, long)
GANTRY_PLACE(fseeko, off_t)
GANTRY_PLACE(fseeko64, off_t)

GANTRY_FUNCTION(void, rewind, (FILE * stream)) {
    auto* const next = next_rewind.get();
    (void)placing(stream, 0, SEEK_SET, __builtin_return_address(0), [&]() {
        next(stream);
        return 0;
    });
}

// All streams at once are nobody's.
GANTRY_FUNCTION(int, fflush, (FILE * stream)) {
    auto* const next = next_fflush.get();
    if (stream == nullptr || !recorder().records(__builtin_return_address(0))) {
        return next(stream);
    }
    const std::uint32_t file = fileOf(stream);
    if (file == FileTable::kExcluded) {
        return next(stream);
    }
    Call call(recorder(), timers().flush);
    const int result = next(stream);
    call.end();
    if (const FileRecord record = recorder().record(file)) {
        record.add(result == 0 ? std::uint32_t{io::Flushes} : std::uint32_t{io::Failures}, 1);
        record.add(io::WriteTime, call.endedNs() - call.begunNs());
    }
    call.restore();
    return result;
}

}  // namespace gantry::stdio
