#pragma once

#include <string>
#include <sys/types.h>

#include "Command.hpp"

namespace gantry::tools {

/// `gantry serve` as a child of a run: what goes wrong there touches no part of the run. It ends
/// with the run at the latest. What it prints goes to standard error.
class ServingChild final {
public:
    /// options: further words for it. Throws std::system_error.
    explicit ServingChild(const Words& options);
    /// Ends the child.
    ~ServingChild();
    ServingChild(const ServingChild&) = delete;
    ServingChild& operator=(const ServingChild&) = delete;

    /// Waits until the user has ended it.
    void wait();

private:
    pid_t process_ = 0;
};

}  // namespace gantry::tools
