#pragma once

#include <gov/cca/Services.hpp>

#include <string>

namespace optimizer {

/// Whether a provider is connected to that uses port.
[[nodiscard]] inline bool isConnected(gov::cca::Services& services, const std::string& port) {
    if (!services.getPortNonblocking(port)) {
        return false;
    }
    services.releasePort(port);
    return true;
}

}  // namespace optimizer
