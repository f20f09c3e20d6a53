#pragma once

#include <perf/recording/RunArchive.hpp>
#include <perf/recording/Supervisor.hpp>

#include <optional>
#include <string>
#include <vector>

#include "ProgramSamples.hpp"

namespace gantry::tools {

/// A program that was run measured, and what was kept of it.
struct ExecOutcome {
    std::string program;  ///< as it was named
    perf::ProgramEnd end;
    perf::RunArchiveResult archived;
    std::string unmeasured;  ///< why there is nothing of it; empty where there is
    std::optional<KeptSamples> samples;
    std::string samplesProblem;  ///< why samples that were wanted are not there
};

/// What was measured, for people; at most 24 lines. Empty where nothing was.
std::string execText(const ExecOutcome& outcome);

/// What went wrong or was left out, one line each, for people.
std::vector<std::string> execMessages(const ExecOutcome& outcome);

/// Everything as one JSON document in one line (docs/formats/exec.md).
std::string execJson(const ExecOutcome& outcome);

}  // namespace gantry::tools
