#pragma once

#include <perf/recording/LiveSource.hpp>

#include <memory>
#include <string>

namespace gantry::server {

/// The program that `gantry serve` shows at an address, also on another machine by way of a tunnel.
/// Waits 10 s at most for a reply. Throws std::invalid_argument for an address that is none and for
/// a key that the server refuses, std::runtime_error where no such server replies.
std::unique_ptr<perf::LiveSource> remoteSource(const std::string& url, const std::string& key);

}  // namespace gantry::server
