// What the compiler has a program call around each of its functions.
#include <gantry.h>

#include <atomic>
#include <cstdint>

#include "OpenCalls.hpp"
#include "TimerTable.hpp"

namespace gantry::functions {

namespace {

constinit calls::TimerTable table;
constinit std::atomic<bool> isOn{false};
[[gnu::tls_model("initial-exec")]] constinit thread_local calls::OpenCalls openCalls;

[[gnu::constructor]] void begin() noexcept {
    isOn.store(gantry_measuring() != 0, std::memory_order_release);
}

[[gnu::destructor]] void end() noexcept {
    isOn.store(false, std::memory_order_release);
}

}  // namespace

}  // namespace gantry::functions

extern "C" [[gnu::visibility("default")]] void __cyg_profile_func_enter(void* function,
                                                                        void* caller) noexcept {
    using namespace gantry::functions;
    if (isOn.load(std::memory_order_relaxed)) {
        openCalls.enter({function, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)),
                         caller, __builtin_return_address(0)},
                        [function]() noexcept { return table.of(function); });
    }
}

extern "C" [[gnu::visibility("default")]] void __cyg_profile_func_exit(void* function,
                                                                       void* /*caller*/) noexcept {
    using namespace gantry::functions;
    if (isOn.load(std::memory_order_relaxed)) {
        openCalls.leave(function);
    }
}
