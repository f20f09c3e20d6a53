#include "Stdio.hpp"

namespace gantry::stdio {

constinit Recorder recorderOfModule;
constinit Timers timersOfModule;

namespace {

[[gnu::constructor]] void begin() noexcept {
    io::registerTimers(timersOfModule, "STDIO");
    recorderOfModule.begin("stdio");
}

}  // namespace

std::uint32_t fileOf(FILE* stream) noexcept {
    const int error = errno;
    const int descriptor = stream != nullptr ? ::fileno(stream) : -1;
    errno = error;
    return descriptor < 0 ? std::uint32_t{FileTable::kExcluded} : recorder().fileOf(descriptor);
}

void countMoved(const Call& call, std::uint32_t file, FILE* stream, bool isWrite,
                std::int64_t bytes) noexcept {
    const FileRecord record = recorder().record(file);
    if (!record) {
        return;
    }
    if (bytes < 0) {
        record.add(io::Failures, 1);
        return;
    }
    Access access;
    access.isWrite = isWrite;
    access.bytes = static_cast<std::uint64_t>(bytes);
    access.begunNs = call.begunNs();
    access.endedNs = call.endedNs();
    Descriptor* const known = recorder().descriptors().at(::fileno(stream));
    if (known != nullptr && known->hasPlaces != 0) {
        access.offset = known->position;
        known->position += bytes;
    }
    recorder().count(record, access, known != nullptr ? &known->order : nullptr);
}

}  // namespace gantry::stdio
