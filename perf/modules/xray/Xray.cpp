// What clang's XRay has a program call around its functions while they are switched on.
#include <gantry.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <sys/mman.h>

#include "OpenCalls.hpp"
#include "Runtime.hpp"
#include "TimerTable.hpp"

namespace gantry::xray {

namespace {

struct Function {
    const void* begin = nullptr;
    gantry_timer_t timer{nullptr, 0};
};

constinit calls::TimerTable table;
// By number; of the system, as the program's own heap is not ready.
constinit Function* functions = nullptr;
constinit std::int32_t last = 0;
constinit std::atomic<bool> isOn{false};
[[gnu::tls_model("initial-exec")]] constinit thread_local calls::OpenCalls openCalls;

// Called by a trampoline that keeps, of the registers for floating point numbers, only what SSE
// has: what is called from here must not use more.
void handle(std::int32_t number, Event event) noexcept {
    if (!isOn.load(std::memory_order_relaxed) || number < 1 || number > last) {
        return;
    }
    const Function& function = functions[number];
    if (event == Event::Exit || event == Event::TailExit) {
        openCalls.leave(function.begin);
        return;
    }
    // A function that is inlined is not announced: no two calls have one frame.
    openCalls.enter({function.begin, reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)),
                     nullptr, nullptr},
                    [&function]() noexcept { return function.timer; });
}

bool makeFunctions(const Runtime& runtime) noexcept {
    last = runtime.last();
    void* const memory =
        last < 1 ? MAP_FAILED
                 : ::mmap(nullptr, (static_cast<std::size_t>(last) + 1) * sizeof(Function),
                          PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return false;
    }
    functions = static_cast<Function*>(memory);
    return true;
}

// Timers are made beforehand: the first call may be in a function that keeps AVX registers, and
// what the selection excludes is never switched on. To switch all on and some off takes far fewer
// system calls than to switch most on one by one.
void switchOn(const Runtime& runtime) noexcept {
    std::int32_t on = 0;
    for (std::int32_t number = 1; number <= last; ++number) {
        Function& function = functions[number];
        // NOLINTNEXTLINE(performance-no-int-to-ptr): the runtime gives numbers
        function.begin = reinterpret_cast<const void*>(runtime.addressOf(number));
        if (function.begin != nullptr) {
            function.timer = table.of(function.begin);
            on += gantry_flagged(function.timer.flags, GANTRY_ENABLED) ? 1 : 0;
        }
    }
    const bool isMost = on > last / 2;
    if (isMost) {
        runtime.switchAllOn();
    }
    for (std::int32_t number = 1; number <= last; ++number) {
        const bool isWanted = gantry_flagged(functions[number].timer.flags, GANTRY_ENABLED);
        if (isWanted && !isMost) {
            runtime.switchOn(number);
        } else if (!isWanted && isMost) {
            runtime.switchOff(number);
        }
    }
}

[[gnu::constructor]] void begin() noexcept {
    if (gantry_measuring() == 0) {
        return;
    }
    const std::optional<Runtime> runtime = Runtime::find();
    if (runtime && makeFunctions(*runtime) && runtime->setHandler(handle)) {
        switchOn(*runtime);
        isOn.store(true, std::memory_order_release);
    }
}

[[gnu::destructor]] void end() noexcept {
    isOn.store(false, std::memory_order_release);
}

}  // namespace

}  // namespace gantry::xray
