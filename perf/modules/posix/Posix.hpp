#pragma once

#include <Path.hpp>
#include <Wrapper.hpp>
#include <cstdint>
#include <fcntl.h>
#include <sys/types.h>

namespace gantry::posix {

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

/// The timers, one for the functions of one kind; registered before anything is recorded.
struct Timers {
    CallTimer open{"open"};
    CallTimer close{"close"};
    CallTimer read{"read"};
    CallTimer write{"write"};
    CallTimer pread{"pread"};
    CallTimer pwrite{"pwrite"};
    CallTimer readv{"readv"};
    CallTimer writev{"writev"};
    CallTimer preadv{"preadv"};
    CallTimer pwritev{"pwritev"};
    CallTimer seek{"lseek"};
    CallTimer sync{"fsync"};
    CallTimer dataSync{"fdatasync"};
    CallTimer stat{"stat"};
    CallTimer map{"mmap"};
    CallTimer rename{"rename"};
    CallTimer remove{"unlink"};
    CallTimer duplicate{"dup"};
    CallTimer sendFile{"sendfile"};
    CallTimer copyRange{"copy_file_range"};
    CallTimer truncate{"truncate"};
    CallTimer temporary{"mkstemp"};
};
extern constinit Timers timersOfModule;
inline Timers& timers() noexcept {
    return timersOfModule;
}

/// A call about a descriptor that moves nothing. behind: the call itself. field: what it counts as.
template <class Behind>
auto byDescriptor(const CallTimer& timer, int descriptor, std::uint32_t field, const void* caller,
                  Behind behind) {
    return io::recordedCall(
        recorder(), timer, caller, [descriptor] { return recorder().fileOf(descriptor); }, behind,
        [field](Call& call, std::uint32_t file, auto result) {
            call.count(file, field, result == static_cast<decltype(result)>(-1));
        });
}

/// A call about a name that gives no descriptor.
template <class Behind>
// NOLINTNEXTLINE(readability-function-size): what is called, and what it counts as
int byName(const CallTimer& timer, int folder, const char* name, std::uint32_t field,
           const void* caller, Behind behind) {
    if (!recorder().records(caller) || recorder().excludesAtOnce(name)) {
        return behind();
    }
    const int error = errno;
    const Path path(folder, name);
    errno = error;
    if (recorder().excludes(path)) {
        return behind();
    }
    Call call(recorder(), timer);
    const int result = behind();
    call.end();
    call.count(result < 0 ? recorder().failedOnes() : recorder().fileOf(path), field, result < 0);
    call.restore();
    return result;
}

/// One that opens an excluded name.
template <class Behind>
int openingExcluded(Behind behind) {
    const int descriptor = behind();
    recorder().descriptors().exclude(descriptor);
    return descriptor;
}

/// A call that opens a name.
template <class Behind>
// NOLINTNEXTLINE(readability-function-size): what is called, and what it counts as
int opening(const CallTimer& timer, int folder, const char* name, int flags, const void* caller,
            Behind behind) {
    if (!recorder().records(caller)) {
        return behind();
    }
    if (recorder().excludesAtOnce(name)) {
        return openingExcluded(behind);
    }
    const int error = errno;
    const Path path(folder, name);
    errno = error;
    if (recorder().excludes(path)) {
        return openingExcluded(behind);
    }
    Call call(recorder(), timer);
    const int descriptor = behind();
    call.end();
    const std::uint32_t file = descriptor < 0 ? recorder().failedOnes() : recorder().fileOf(path);
    call.count(file, io::Opens, descriptor < 0);
    if (descriptor >= 0) {
        if (const FileRecord record = recorder().record(file)) {
            record.moment(io::FirstOpen, call.begunNs());
        }
        // Where an appending write goes is known to the system alone.
        recorder().descriptors().set(descriptor, file, (flags & O_APPEND) == 0);
    }
    call.restore();
    return descriptor;
}

}  // namespace gantry::posix
