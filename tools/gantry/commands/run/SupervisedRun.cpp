#include "SupervisedRun.hpp"

#include <base/files/OwnProgram.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/document/ProfileFile.hpp>
#include <perf/recording/LauncherRank.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/RunArchive.hpp>
#include <perf/recording/Supervisor.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/sources/MeasuredSources.hpp>

#include <algorithm>
#include <iostream>
#include <stdexcept>

namespace gantry::tools {

namespace {

Words withoutSupervision(const Words& words) {
    Words plain{base::ownProgram().string(), "run"};
    plain.insert(plain.end(), words.begin(), words.end());
    const auto flag = std::find(plain.begin(), plain.end(), "--supervise");
    if (flag != plain.end()) {
        plain.erase(flag);
    }
    return plain;
}

std::filesystem::path writeAsRunDoes(perf::Profile profile,
                                     const std::vector<perf::ArchivedChunk>& trace,
                                     const RunOptions& options) {
    if (!options.writeArchive && !options.profile) {
        throw std::runtime_error("the run was to write no file");
    }
    profile.context.emplace_back("script", options.script.string());
    perf::History history;
    if (options.sources) {
        history.sources = perf::measuredSources(profile, {}, *options.sources);
    }
    std::filesystem::path written;
    if (options.profile) {
        written = perf::withRank(*options.profile);
        perf::writeProfile(written, profile);
    }
    if (options.archive) {
        written = perf::withRank(*options.archive);
        perf::writeArchive(written, profile, perf::withTimeline(trace), history);
    } else if (options.writeArchive) {
        written = perf::writeNumbered(options.script.stem().string() + perf::rankEnding(), profile,
                                      trace, history);
    }
    return written;
}

void say(const std::string& message) {
    std::cerr << "gantry: " << base::printable(message) << '\n';
}

void tell(const perf::RunArchiveResult& outcome, const perf::RecordedRun& run,
          const RunOptions& options) {
    const std::string how = options.script.string() + " was ended by " + run.end->text();
    for (const std::string& problem : outcome.problems) {
        say(problem +
            "; what was measured is still there: `gantry ps` shows it, and `gantry "
            "recover` keeps it");
    }
    if (outcome.profile && !outcome.file.empty()) {
        say(how + "; what it had measured until then is in " + outcome.file.string() + ": " +
            base::plural(outcome.profile->timers.size(), "timer") + ", " +
            base::plural(outcome.profile->threads.size(), "thread") + ", " +
            base::duration(static_cast<double>(outcome.profile->timeNs) * 1e-9) +
            "; the components and their connections are missing in it");
        say("next: gantry report " + outcome.file.string());
    } else if (outcome.problems.empty()) {
        say(how + ", and nothing that it measured was found in " + run.folder.string());
    }
    for (const std::filesystem::path& file : outcome.furtherFiles) {
        say("of a further performance component: " + file.string());
    }
}

}  // namespace

int runSupervised(const Words& words, const RunOptions& options) {
    perf::Supervisor supervisor;
    perf::RecordedRun run{perf::segmentFolder(), {}};
    run.end = supervisor.run(withoutSupervision(words), {});
    perf::RunArchiveRequest request;
    request.stem = options.script.stem().string() + perf::rankEnding();
    request.write = [&](const perf::Profile& profile,
                        const std::vector<perf::ArchivedChunk>& trace) {
        return writeAsRunDoes(profile, trace, options);
    };
    request.allProcesses = true;
    const bool killed = run.end->signal != 0;
    if (killed || !perf::segmentsOf(run).empty()) {
        tell(perf::archiveRun(run, request), run, options);
    }
    return run.end->exitStatus;
}

}  // namespace gantry::tools
