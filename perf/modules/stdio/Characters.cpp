// Single characters take a few ns each: they are counted, and not timed, which would take ten times
// as long.
#include "Stdio.hpp"

namespace gantry::stdio {

namespace {

int counted(int result, FILE* stream, bool isWrite, const void* caller) noexcept {
    if (result == EOF || !recorder().records(caller)) {
        return result;
    }
    const int descriptor = ::fileno(stream);
    if (descriptor < 0) {
        return result;
    }
    if (const FileRecord record = recorder().record(recorder().fileOf(descriptor))) {
        record.add(isWrite ? io::Writes : io::Reads, 1);
        record.add(isWrite ? io::BytesWritten : io::BytesRead, 1);
        record.add(isWrite ? io::WriteSizes : io::ReadSizes, 1);
        record.add(isWrite ? io::WritesOnward : io::ReadsOnward, 1);
        record.add(isWrite ? io::WritesAdjacent : io::ReadsAdjacent, 1);
        if (Descriptor* const known = recorder().descriptors().at(descriptor)) {
            ++known->position;
        }
    }
    return result;
}

}  // namespace

#define GANTRY_GET(symbol)                                                                       \
    GANTRY_FUNCTION(int, symbol, (FILE * stream)) {                                              \
        return counted(next_##symbol.get()(stream), stream, false, __builtin_return_address(0)); \
    }
#define GANTRY_PUT(symbol)                                                   \
    GANTRY_FUNCTION(int, symbol, (int character, FILE* stream)) {            \
        return counted(next_##symbol.get()(character, stream), stream, true, \
                       __builtin_return_address(0));                         \
    }
GANTRY_GET(fgetc)
GANTRY_GET(getc)
GANTRY_GET(_IO_getc)
GANTRY_PUT(fputc)
GANTRY_PUT(putc)
GANTRY_PUT(_IO_putc)

GANTRY_FUNCTION(int, getchar, ()) {
    return counted(next_getchar.get()(), stdin, false, __builtin_return_address(0));
}

GANTRY_FUNCTION(int, putchar, (int character)) {
    return counted(next_putchar.get()(character), stdout, true, __builtin_return_address(0));
}

}  // namespace gantry::stdio
