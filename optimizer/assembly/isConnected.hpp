#pragma once

#include <gov/cca/Services.hpp>

#include <string>

namespace optimizer {

/// Whether a provider is connected to that uses port. Asks by the port itself, so the answer may be
/// out of date at once if others connect.
[[nodiscard]] inline bool isConnected(gov::cca::Services& services, const std::string& port) {
    if (!services.getPortNonblocking(port)) {
        return false;
    }
    services.releasePort(port);
    return true;
}

}  // namespace optimizer
