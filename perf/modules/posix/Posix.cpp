#include "Posix.hpp"

namespace gantry::posix {

namespace {

constinit Recorder recorderOfModule;
constinit Timers timersOfModule;

// When the libraries that the program needs are there, and before the program's own code: inside a
// call of the program it may be too late, as that may be its malloc.
[[gnu::constructor]] void begin() noexcept {
    constexpr const char* kGroup = "POSIX";
    auto* const first = reinterpret_cast<CallTimer*>(&timersOfModule);
    for (std::size_t i = 0; i < sizeof(Timers) / sizeof(CallTimer); ++i) {
        first[i].timer = gantry_timer(first[i].name, "I/O", kGroup);
    }
    recorderOfModule.begin("posix");
}

}  // namespace

Recorder& recorder() noexcept {
    return recorderOfModule;
}

Timers& timers() noexcept {
    return timersOfModule;
}

}  // namespace gantry::posix
