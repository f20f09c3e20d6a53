#pragma once

#include <base/files/Descriptor.hpp>

#include <string>
#include <sys/types.h>

#include "Command.hpp"

namespace gantry::tools {

/// `gantry serve` as a child of a run: what goes wrong there touches no part of the run. It ends
/// with the run at the latest. What it prints goes to standard error.
class ServingChild final {
public:
    /// Returns when the link is printed, or the child has ended without one. options: further words
    /// for it. Throws std::system_error.
    explicit ServingChild(const Words& options);
    /// Ends the child.
    ~ServingChild();
    ServingChild(const ServingChild&) = delete;
    ServingChild& operator=(const ServingChild&) = delete;

    /// Says that the run has ended; whether something of it is still shown.
    [[nodiscard]] bool showsAfterEnd();
    /// Waits until the user has ended it, or it has ended by itself.
    void wait();

private:
    bool isNotified();

    base::Descriptor child_;  ///< the socket that is its standard input
    pid_t process_ = 0;
};

}  // namespace gantry::tools
