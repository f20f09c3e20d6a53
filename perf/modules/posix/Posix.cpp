#include "Posix.hpp"

namespace gantry::posix {

constinit Recorder recorderOfModule;
constinit Timers timersOfModule;

namespace {

// When the libraries that the program needs are there, and before the program's own code: inside a
// call of the program it may be too late, as that may be its malloc.
[[gnu::constructor]] void begin() noexcept {
    io::registerTimers(timersOfModule, "POSIX");
    recorderOfModule.begin("posix");
}

}  // namespace

}  // namespace gantry::posix
