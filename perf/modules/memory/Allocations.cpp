// The functions of the C library that give and take memory. operator new calls malloc and needs no
// function here: its frame is on the stack.
#include <array>
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>

#include "Counts.hpp"

namespace gantry::memory {

namespace {

struct Functions {
    void* (*allocate)(std::size_t);
    void* (*allocateZeroed)(std::size_t, std::size_t);
    void* (*resize)(void*, std::size_t);
    void (*release)(void*);
    int (*allocateAligned)(void**, std::size_t, std::size_t);
    void* (*alignedAlloc)(std::size_t, std::size_t);
    void* (*memalign)(std::size_t, std::size_t);
    void* (*valloc)(std::size_t);
    std::size_t (*usable)(void*);
};

enum class Found : std::uint32_t { No, Looking, Yes };

constinit Functions functions{};
constinit std::atomic<Found> found{Found::No};

// For what the dynamic loader allocates while it looks for these functions. Never freed.
constexpr std::size_t kEarlyBytes = 65536;
alignas(16) constinit std::array<std::byte, kEarlyBytes> early{};
constinit std::atomic<std::size_t> earlyUsed{0};

void* allocateEarly(std::size_t size) noexcept {
    const std::size_t whole = (size + 15U) / 16U * 16U;
    const std::size_t place = earlyUsed.fetch_add(whole, std::memory_order_relaxed);
    return whole < size || place + whole > kEarlyBytes ? nullptr : early.data() + place;
}

bool isEarly(const void* block) noexcept {
    const auto* const place = static_cast<const std::byte*>(block);
    return place >= early.data() && place < early.data() + kEarlyBytes;
}

template <class Function>
void look(Function& function, const char* name) noexcept {
    function = reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

// False while this thread, or another one, still looks for them.
[[gnu::noinline]] bool lookForAll() noexcept {
    Found before = Found::No;
    if (!found.compare_exchange_strong(before, Found::Looking)) {
        return before == Found::Yes;
    }
    look(functions.allocate, "malloc");
    look(functions.allocateZeroed, "calloc");
    look(functions.resize, "realloc");
    look(functions.release, "free");
    look(functions.allocateAligned, "posix_memalign");
    look(functions.alignedAlloc, "aligned_alloc");
    look(functions.memalign, "memalign");
    look(functions.valloc, "valloc");
    look(functions.usable, "malloc_usable_size");
    found.store(Found::Yes, std::memory_order_release);
    return true;
}

bool isReady() noexcept {
    return found.load(std::memory_order_acquire) == Found::Yes || lookForAll();
}

// Whether a call of the program itself is to be counted, and not one that counting makes.
bool isCounted() noexcept {
    return counts() && !ofThread().inside;
}

void* counted(void* block) noexcept {
    if (isCounted()) {
        if (block != nullptr) {
            countAllocated(block, functions.usable(block));
        } else {
            countFailure();
        }
    }
    return block;
}

}  // namespace

}  // namespace gantry::memory

#define GANTRY_EXPORTED extern "C" [[gnu::visibility("default")]]

using namespace gantry::memory;  // NOLINT(google-build-using-namespace): functions of the C library

// Parameters are named as the C library does.

GANTRY_EXPORTED void* malloc(std::size_t size) noexcept {
    return isReady() ? counted(functions.allocate(size)) : allocateEarly(size);
}

GANTRY_EXPORTED void* calloc(std::size_t nmemb, std::size_t size) noexcept {
    if (!isReady()) {
        std::size_t bytes = 0;
        return __builtin_mul_overflow(nmemb, size, &bytes) ? nullptr : allocateEarly(bytes);
    }
    return counted(functions.allocateZeroed(nmemb, size));
}

GANTRY_EXPORTED void free(void* ptr) noexcept {
    if (ptr == nullptr || isEarly(ptr) || !isReady()) {
        return;
    }
    const int error = errno;
    if (isCounted()) {
        countFreed(ptr, functions.usable(ptr));
    }
    errno = error;
    functions.release(ptr);
}

// A block that is resized is freed and allocated: it may have moved, and has another size.
GANTRY_EXPORTED void* realloc(void* ptr, std::size_t size) noexcept {
    if (!isReady() || (ptr != nullptr && isEarly(ptr))) {
        void* const moved = malloc(size);
        if (moved != nullptr && ptr != nullptr) {
            const std::size_t most =
                static_cast<std::size_t>(early.data() + kEarlyBytes - static_cast<std::byte*>(ptr));
            std::memcpy(moved, ptr, size < most ? size : most);
        }
        return moved;
    }
    if (!isCounted()) {
        return functions.resize(ptr, size);
    }
    const std::size_t before = ptr != nullptr ? functions.usable(ptr) : 0;
    if (ptr != nullptr) {
        countFreed(ptr, before);
    }
    void* const moved = functions.resize(ptr, size);
    if (moved != nullptr) {
        return counted(moved);
    }
    if (size != 0) {
        countFailure();
        if (ptr != nullptr) {
            // It is still there, as it was.
            countAllocated(ptr, before);
        }
    }
    return nullptr;
}

GANTRY_EXPORTED void* reallocarray(void* ptr, std::size_t nmemb, std::size_t size) noexcept {
    std::size_t bytes = 0;
    if (__builtin_mul_overflow(nmemb, size, &bytes)) {
        errno = ENOMEM;
        return nullptr;
    }
    return realloc(ptr, bytes);
}

GANTRY_EXPORTED int posix_memalign(void** memptr, std::size_t alignment,
                                   std::size_t size) noexcept {
    if (!isReady()) {
        return ENOMEM;
    }
    const int error = functions.allocateAligned(memptr, alignment, size);
    if (error == 0) {
        (void)counted(*memptr);
    } else if (isCounted()) {
        countFailure();
    }
    return error;
}

GANTRY_EXPORTED void* aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    return isReady() ? counted(functions.alignedAlloc(alignment, size)) : nullptr;
}

GANTRY_EXPORTED void* memalign(std::size_t alignment, std::size_t size) noexcept {
    return isReady() ? counted(functions.memalign(alignment, size)) : nullptr;
}

GANTRY_EXPORTED void* valloc(std::size_t size) noexcept {
    return isReady() ? counted(functions.valloc(size)) : nullptr;
}
