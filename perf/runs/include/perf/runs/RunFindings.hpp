#pragma once

#include <perf/analysis/StateTable.hpp>
#include <perf/analysis/findings/RepeatedRuns.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>
#include <perf/archive/CheckedArchive.hpp>
#include <perf/machine/MachineFile.hpp>
#include <perf/model/Profile.hpp>
#include <perf/runs/Notes.hpp>
#include <perf/timeline/Timeline.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// How runs are judged.
struct AnalysisRequest {
    StateRules rules;          ///< which timers are idle or overhead
    DescribedMachine machine;  ///< whose costs are used
    double least = 0.05;       ///< a finding has at least this part of the time to gain
};

/// What limits the runs in the files, each by itself, such as runs on more and more ranks: their
/// computation is compared with that of the first. One after the other. Reads profiles, traces of
/// all ranks and decisions; costs time in proportion to the traces. Throws what the readers throw,
/// std::runtime_error for a run that cannot be judged, and std::invalid_argument where the runs are
/// of different programs.
std::vector<RunAnalysis> analyzeRuns(const std::vector<std::filesystem::path>& files,
                                     const AnalysisRequest& request, const Notes& notes);

/// What repeated runs of one program say together. A run that is not complete and a run that is
/// there twice are left out with a note; those that remain are read one after the other, and of
/// each only its analysis is kept, without the steps of its trace. Throws as analyzeRuns(), and
/// std::invalid_argument where runs are not of one program, do not have the same ranks, metrics and
/// traces, or where none is complete.
RepeatedRuns analyzeTogether(const std::vector<std::filesystem::path>& files,
                             const AnalysisRequest& request, const Notes& notes);

/// A run of which a page shows what limits it. The references must outlive the call.
struct RunOfPage {
    const std::string& file;
    const Profile& profile;
    const History& history;
    const std::optional<Timeline>& timeline;
    CheckedArchive* archive = nullptr;  ///< the file, if it is an archive that is open already
};

/// The same of one run for a page of the viewer, as JSON (docs/formats/analysis.md), with the
/// machine of this user. Empty where the run cannot be judged. Of long traces only the profile is
/// looked at, so that pages open soon.
std::string analysisForPage(const RunOfPage& run, const Notes& notes);

}  // namespace gantry::perf
