#pragma once

#include <Path.hpp>
#include <Wrapper.hpp>
#include <cstdint>
#include <cstdio>

namespace gantry::stdio {

using io::Access;
using io::Call;
using io::CallTimer;
using io::Descriptor;
using io::FileRecord;
using io::FileTable;
using io::Path;
using io::Recorder;

/// The records of this module: an object that every call uses, so that it is found without one.
extern constinit Recorder recorderOfModule;
inline Recorder& recorder() noexcept {
    return recorderOfModule;
}

/// The timers; registered before anything is recorded.
struct Timers {
    CallTimer open{"fopen"};
    CallTimer close{"fclose"};
    CallTimer read{"fread"};
    CallTimer write{"fwrite"};
    CallTimer line{"fgets"};
    CallTimer text{"fputs"};
    CallTimer format{"fprintf"};
    CallTimer seek{"fseek"};
    CallTimer flush{"fflush"};
};
extern constinit Timers timersOfModule;
inline Timers& timers() noexcept {
    return timersOfModule;
}

/// The number of the file of a stream; kExcluded where it is not to be recorded.
std::uint32_t fileOf(FILE* stream) noexcept;

/// Counts what a call moved on the stream. bytes below 0: it failed.
void countMoved(const Call& call, std::uint32_t file, FILE* stream, bool isWrite,
                std::int64_t bytes) noexcept;

/// A call that moves data. behind: the call; bytesOf: what its result says it moved, or -1.
template <class Behind, class BytesOf>
// NOLINTNEXTLINE(readability-function-size): what is called, and what it counts as
auto moving(const CallTimer& timer, FILE* stream, bool isWrite, const void* caller, Behind behind,
            BytesOf bytesOf) {
    return io::recordedCall(
        recorder(), timer, caller, [stream] { return fileOf(stream); }, behind,
        [&](Call& call, std::uint32_t file, auto result) {
            countMoved(call, file, stream, isWrite, bytesOf(result));
        });
}

}  // namespace gantry::stdio
