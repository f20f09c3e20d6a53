#pragma once

#include <perf/runs/Notes.hpp>
#include <server/api/RunApi.hpp>

#include <filesystem>
#include <functional>
#include <string>

namespace gantry::server {

/// What the decisions of tuners in a history came to, as perf::PageSource has it: of a layer that
/// knows tuning. Empty: nobody can say.
using TuningSummary = std::function<std::string(const perf::History& history)>;

/// A run from its file, as it is served: profile, history and timeline. raw: values as they were
/// measured; else without the measurement overhead, where that is known. Throws what the readers
/// throw.
ServedRun servedRun(const std::filesystem::path& file, bool raw, const perf::Notes& notes,
                    const TuningSummary& tuning);

}  // namespace gantry::server
