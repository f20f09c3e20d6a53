#pragma once

#include <perf/runs/Notes.hpp>
#include <server/api/RunApi.hpp>

#include <filesystem>

namespace gantry::server {

/// A run from its file, as it is served: profile, history and timeline. raw: values as they were
/// measured; else without the measurement overhead, where that is known. Throws what the readers
/// throw.
ServedRun servedRun(const std::filesystem::path& file, bool raw, const perf::Notes& notes);

}  // namespace gantry::server
