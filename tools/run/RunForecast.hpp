#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "RunTuning.hpp"

namespace gantry::tools {

/// What the tuners of a script expect of that many calls. The commands before the first go are
/// carried out, and the tuned ports are set up; no component is started. What commands show is
/// ignored. Empty if there is no tuner. Throws what a run of the script throws up to there.
std::vector<TunerOutcome> forecastTuners(const std::filesystem::path& script,
                                         const std::vector<std::filesystem::path>& componentPath,
                                         std::int64_t calls);

}  // namespace gantry::tools
