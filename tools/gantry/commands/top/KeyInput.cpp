#include "KeyInput.hpp"

#include <algorithm>
#include <poll.h>
#include <unistd.h>

namespace gantry::tools {

KeyInput::KeyInput() {
    if (isatty(STDIN_FILENO) != 1 || tcgetattr(STDIN_FILENO, &before_) != 0) {
        return;
    }
    termios direct = before_;
    direct.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    active_ = tcsetattr(STDIN_FILENO, TCSANOW, &direct) == 0;
}

KeyInput::~KeyInput() {
    if (active_) {
        tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    }
}

char KeyInput::wait(double seconds) const {
    constexpr double kMilli = 1000;
    pollfd input{active_ ? STDIN_FILENO : -1, POLLIN, 0};
    if (poll(&input, 1, static_cast<int>(std::max(0.0, seconds) * kMilli)) != 1) {
        return 0;
    }
    char key = 0;
    // NOLINTNEXTLINE(bugprone-narrowing-conversions): 0 is a char
    return read(STDIN_FILENO, &key, 1) == 1 ? key : 0;
}

}  // namespace gantry::tools
