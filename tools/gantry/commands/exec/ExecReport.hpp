#pragma once

#include <perf/recording/ProgramSamples.hpp>
#include <perf/recording/RunArchive.hpp>
#include <perf/recording/Supervisor.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gantry::tools {

/// A program that was run measured, and what was kept of it.
struct ExecOutcome {
    std::string program;                        ///< as it was named
    std::vector<std::string> words{};           ///< with its arguments
    std::vector<std::string> modules{};         ///< that were put into it
    std::vector<std::string> moduleTitles{};    ///< of those, in the same order
    std::vector<std::string> moduleMessages{};  ///< what of them is otherwise than asked for
    perf::ProgramEnd end;
    perf::RunArchiveResult archived;
    std::string unmeasured;  ///< why there is nothing of it; empty where there is
    std::optional<perf::KeptSamples> samples;
    /// Source files that the archive has; absent: not asked for.
    std::optional<std::vector<perf::ArchivedSource>> sources{};
    std::string samplesProblem;  ///< why there are none, or they are lost
};

/// The first screen: what was measured and what that cost, where the time went, what limits, and
/// what to do next; some 24 lines. Empty where nothing was measured.
std::string execText(const ExecOutcome& outcome);

/// What went wrong or was left out, one line each, for people.
std::vector<std::string> execMessages(const ExecOutcome& outcome);

/// Everything as one JSON document in one line (docs/formats/exec.md).
std::string execJson(const ExecOutcome& outcome);

}  // namespace gantry::tools
