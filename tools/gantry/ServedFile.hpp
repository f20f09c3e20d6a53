#pragma once

#include <server/api/RunApi.hpp>

#include <filesystem>

namespace gantry::tools {

/// A run from its file, as it is served: profile, history and timeline. raw: values as they were
/// measured; else without the measurement overhead, where that is known. Throws what the readers
/// throw.
server::ServedRun servedRun(const std::filesystem::path& file, bool raw);

}  // namespace gantry::tools
