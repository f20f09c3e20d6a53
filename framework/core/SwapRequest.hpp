#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/ConnectionTable.hpp"

namespace gantry::framework {

/// Objects to drop when no lock is held any more: their destructors may run code of components.
using Discard = std::vector<std::shared_ptr<void>>;

/// A connection and the provider that it is to get. A plain value that lives for one command.
struct SwapRequest {
    ConnectionPointer connection;
    std::shared_ptr<Instance> provider;
    std::string providesPort;
    /// The longest wait for calls of the provider before to return, in seconds.
    double timeout = 0;
    /// Receives what the connection leaves behind.
    Discard& discard;
};

}  // namespace gantry::framework
