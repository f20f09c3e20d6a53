#include "StackBounds.hpp"

#include <algorithm>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace gantry::python {

namespace {

// Some 400 calls of Python.
constexpr std::uintptr_t kMostBytes = std::uintptr_t{256} << 10U;
constexpr std::uintptr_t kPart = 4;  ///< of the stack
// Callers of the first call that is seen are not further up, in the first thread.
constexpr std::uintptr_t kAbove = std::uintptr_t{1} << 20U;

}  // namespace

// Frames outside are those of deep recursion, or of another stack, such as that of a coroutine.
bool StackBounds::holdSlowly(std::uintptr_t frame) noexcept {
    if (highest_ != 0) {
        return false;
    }
    std::uintptr_t size = 0;
    pthread_attr_t attributes{};
    void* begin = nullptr;
    std::size_t bytes = 0;
    if (::gettid() == ::getpid()) {
        rlimit limit{};
        (void)::getrlimit(RLIMIT_STACK, &limit);
        size = limit.rlim_cur;
        highest_ = frame + kAbove;
    } else if (::pthread_getattr_np(::pthread_self(), &attributes) == 0) {
        (void)::pthread_attr_getstack(&attributes, &begin, &bytes);
        (void)::pthread_attr_destroy(&attributes);
        size = bytes;
        highest_ = reinterpret_cast<std::uintptr_t>(begin) + bytes;
    } else {
        highest_ = frame;
    }
    const std::uintptr_t top = std::min(highest_, frame);
    lowest_ = top - std::min({kMostBytes, size / kPart, top});
    return frame >= lowest_ && frame <= highest_;
}

}  // namespace gantry::python
