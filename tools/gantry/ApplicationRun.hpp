#pragma once

#include <framework/Framework.hpp>
#include <perf/model/Profile.hpp>
#include <tuning/Decision.hpp>
#include <tuning/Trial.hpp>

#include <filesystem>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "Ranks.hpp"

namespace gantry::tools {

/// What the user asked for.
struct RunOptions {
    std::filesystem::path script;
    std::vector<std::filesystem::path> componentPath;
    /// The backend by its short or class name; "none" for no measuring; absent: native, unless the
    /// script has one.
    std::optional<std::string> backend;
    /// Metrics for the backend's parameter of that name; absent: the backend's default.
    std::optional<std::string> metrics;
    /// Where to write the profile; absent: a new file named after the script.
    std::optional<std::filesystem::path> profile;
    bool writeProfile = true;
};

/// What an optimizer component of the assembly tells of its work.
struct TuningOutcome {
    std::string instance;
    double accuracy = 0;
    std::vector<tuning::Trial> trials;
    std::vector<tuning::Decision> decisions;
};

/// Everything there is to tell of one run; all figures were measured in it.
struct RunOutcome {
    int status = 0;
    std::string script;
    int ranks = 1;
    std::vector<framework::InstanceInfo> instances;
    std::vector<framework::ConnectionInfo> connections;
    /// The class of the performance component; empty where there is none.
    std::string backend;
    std::optional<TuningOutcome> tuning;
    /// Over all ranks; absent where the backend has no values.
    std::optional<perf::Profile> profile;
    std::optional<std::filesystem::path> profileFile;
    /// What the components printed, where it was kept.
    std::string output;
};

/// Runs a script on the ranks and gathers the outcome. On ranks other than 0 the outcome has the
/// status only. Output of the script's commands goes to output. Throws what the script, the
/// components or the files throw.
RunOutcome runApplication(const RunOptions& options, const Ranks& ranks, std::ostream& output);

}  // namespace gantry::tools
