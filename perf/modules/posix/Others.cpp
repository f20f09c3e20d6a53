// Functions that make or end descriptors of other kinds, so that one of these is not taken for the
// file that had its number before. Nothing is counted.
#include <algorithm>
#include <climits>
#include <cstdio>
#include <linux/close_range.h>
#include <sys/socket.h>

#include "Posix.hpp"

namespace gantry::posix {

namespace {

int forgetting(int made, const void* caller) noexcept {
    if (made >= 0 && recorder().records(caller)) {
        recorder().descriptors().forget(made);
    }
    return made;
}

int forgettingPair(int result, const int* pair, const void* caller) noexcept {
    if (result == 0) {
        (void)forgetting(pair[0], caller);
        (void)forgetting(pair[1], caller);
    }
    return result;
}

}  // namespace

#define GANTRY_MAKE(symbol, parameters, arguments)                                     \
    GANTRY_FUNCTION(int, symbol, parameters) {                                         \
        /* NOLINTNEXTLINE(bugprone-macro-parentheses): a list in parentheses */        \
        return forgetting(next_##symbol.get() arguments, __builtin_return_address(0)); \
    }
GANTRY_MAKE(socket, (int domain, int type, int protocol), (domain, type, protocol))
GANTRY_MAKE(accept, (int descriptor, sockaddr* from, socklen_t* length), (descriptor, from, length))
GANTRY_MAKE(accept4, (int descriptor, sockaddr* from, socklen_t* length, int flags),
            (descriptor, from, length, flags))
GANTRY_MAKE(eventfd, (unsigned count, int flags), (count, flags))
GANTRY_MAKE(epoll_create, (int size), (size))
GANTRY_MAKE(epoll_create1, (int flags), (flags))
GANTRY_MAKE(memfd_create, (const char* name, unsigned flags), (name, flags))

GANTRY_FUNCTION(int, pipe, (int* ends)) {
    return forgettingPair(next_pipe.get()(ends), ends, __builtin_return_address(0));
}

GANTRY_FUNCTION(int, pipe2, (int* ends, int flags)) {
    return forgettingPair(next_pipe2.get()(ends, flags), ends, __builtin_return_address(0));
}

GANTRY_FUNCTION(int, socketpair, (int domain, int type, int protocol, int* ends)) {
    return forgettingPair(next_socketpair.get()(domain, type, protocol, ends), ends,
                          __builtin_return_address(0));
}

// The stream's descriptor is closed inside the C library.
GANTRY_FUNCTION(int, fclose, (FILE * stream)) {
    if (stream != nullptr && recorder().records(__builtin_return_address(0))) {
        const int error = errno;
        recorder().descriptors().forget(::fileno(stream));
        errno = error;
    }
    return next_fclose.get()(stream);
}

namespace {

void forgetRange(unsigned first, unsigned last, const void* caller) noexcept {
    if (recorder().records(caller)) {
        for (unsigned i = first; i <= last && i < static_cast<unsigned>(io::Descriptors::kMost);
             ++i) {
            recorder().descriptors().forget(static_cast<int>(i));
        }
    }
}

}  // namespace

GANTRY_FUNCTION(int, close_range, (unsigned first, unsigned last, int flags)) {
    const int result = next_close_range.get()(first, last, flags);
    if (result == 0 && (static_cast<unsigned>(flags) & CLOSE_RANGE_CLOEXEC) == 0) {
        forgetRange(first, last, __builtin_return_address(0));
    }
    return result;
}

GANTRY_FUNCTION(void, closefrom, (int first)) {
    next_closefrom.get()(first);
    forgetRange(static_cast<unsigned>(std::max(first, 0)), UINT_MAX, __builtin_return_address(0));
}

}  // namespace gantry::posix
