#pragma once

#include <termios.h>

namespace gantry::tools {

/// Keys as they are pressed, without waiting for the end of a line, as long as this object lives.
/// Does nothing where standard input is not a terminal.
class KeyInput final {
public:
    KeyInput();
    ~KeyInput();
    KeyInput(const KeyInput&) = delete;
    KeyInput& operator=(const KeyInput&) = delete;

    /// Waits that many seconds at most; the key, or 0 for none.
    [[nodiscard]] char wait(double seconds) const;

private:
    bool active_ = false;
    termios before_{};
};

}  // namespace gantry::tools
