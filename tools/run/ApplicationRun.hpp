#pragma once

#include <framework/Framework.hpp>
#include <framework/ParameterSettings.hpp>
#include <framework/PerformanceBackend.hpp>
#include <framework/Ranks.hpp>
#include <framework/RunMonitoring.hpp>
#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>
#include <perf/model/RankColumns.hpp>
#include <perf/recording/DumpTrigger.hpp>
#include <perf/recording/RunTrace.hpp>
#include <perf/segment/TraceRing.hpp>
#include <perf/sources/SourceLimits.hpp>
#include <server/EndSignals.hpp>

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "RunEnd.hpp"
#include "RunTuning.hpp"

namespace gantry::tools {

/// Whether other shells can talk to the run.
struct ListenRequest {
    /// Where they find it.
    std::filesystem::path socket;
    /// Whether it stays when its script has ended.
    bool stays = false;
    /// Taken already.
    server::EndSignals* signals = nullptr;
};

struct RunOutcome;

/// What the user asked for.
struct RunOptions {
    std::filesystem::path script;
    std::vector<std::filesystem::path> componentPath;
    /// The backend by its short or class name; "none" for no measuring; absent: native, unless the
    /// script has one.
    std::optional<std::string> backend;
    /// What the command line says for parameters of the backend; the others keep their defaults.
    std::vector<framework::BackendSetting> settings;
    /// Where to write an archive; absent: a new file named after the script.
    std::optional<std::filesystem::path> archive;
    bool writeArchive = true;
    /// Where to write the JSON profile; absent: nowhere.
    std::optional<std::filesystem::path> profile;
    /// How much of source files the archive is to have; absent: nothing.
    std::optional<perf::SourceLimits> sources{};
    framework::MonitoringOptions monitoring;
    perf::TraceMode trace = perf::TraceMode::None;
    perf::DumpRequest dumps;
    /// Already waiting; nullptr where nothing is dumped.
    perf::DumpTrigger* dumpTrigger = nullptr;
    /// With more ranks, their threads are together in the archive (perf/model/RankColumns.hpp).
    std::uint32_t mostDetailedRanks = perf::kMostExactRanks;
    /// Whether connections are guarded where they can be.
    bool guarded = false;
    /// Parameters that the command line sets.
    std::vector<framework::ParameterSetting> parameters;
    /// Where to write every change of the assembly, as a script; absent: nowhere.
    std::optional<std::filesystem::path> changes;
    std::optional<ListenRequest> listen{};
    /// What is done when a signal ends the run; nullptr: nothing.
    RunEnd* end = nullptr;
    /// Called by another thread with what was measured when Ctrl-C or SIGTERM ends a run of one
    /// rank; may be empty.
    std::function<void(const RunOutcome&)> reportEnded{};
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
    std::vector<TunerOutcome> tuners;
    /// Over all ranks; absent where the backend has no values.
    std::optional<perf::Profile> profile;
    /// Of single ranks, where there are very many.
    std::vector<perf::RankBlock> rankBlocks;
    /// What happened one by one, as far as an archive is to have it.
    perf::History history;
    std::optional<std::filesystem::path> profileFile;
    std::vector<framework::RecordFile> recordFiles;
    std::optional<std::filesystem::path> archiveFile;
    /// Of this process: where it was drained to, and what is known of it.
    std::optional<perf::RunTrace> trace;
    /// A line for each dump that was triggered.
    std::vector<std::string> dumps;
    /// What else is to be said: files that are not where they were wanted. Nothing is lost, so the
    /// status stays.
    std::vector<std::string> notes;
    /// Why the run, or the writing of its files, failed; empty where nothing did.
    std::string error;
    /// Another rank reports the error.
    bool toldElsewhere = false;
    /// All ranks have met the same error.
    bool isOfAllRanks = false;
    /// What the components printed, where it was kept.
    std::string output;
};

/// Runs a script on the ranks and fills the outcome. On ranks other than 0 it gets the status only.
/// Output of the script's commands goes to output. Where the script stops at an error in a run of
/// one rank, the outcome has the error and what was measured up to it; all else that goes wrong is
/// thrown, and the outcome has what was known by then.
void runApplication(const RunOptions& options, const framework::Ranks& ranks, std::ostream& output,
                    RunOutcome& outcome);

}  // namespace gantry::tools
