#include <base/text/NumberText.hpp>
#include <perf/recording/LocalProbeOverhead.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/RunArchive.hpp>
#include <perf/recording/SegmentArchive.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/sources/MeasuredSources.hpp>

#include <exception>
#include <iostream>

#include "Advice.hpp"
#include "Command.hpp"
#include "OptionParser.hpp"
#include "SourceOptions.hpp"

namespace gantry::tools {

namespace {

struct Request {
    bool keep = false;
    bool live = false;
    std::optional<std::filesystem::path> output{};
    std::optional<perf::SourceLimits> sources{};
};

perf::History historyOf(const perf::Profile& profile, const Request& request) {
    perf::History history;
    if (request.sources) {
        history.sources = perf::measuredSources(profile, {}, *request.sources);
    }
    return history;
}

void report(const std::filesystem::path& written, const perf::Profile& profile,
            std::uint64_t damaged, std::uint64_t records) {
    std::cout << written.string() << ": " << base::plural(profile.timers.size(), "timer") << ", "
              << base::plural(profile.threads.size(), "thread") << ", "
              << (profile.ranks ? base::plural(profile.ranks->size, "rank") + ", " : "")
              << base::duration(static_cast<double>(profile.timeNs) * 1e-9) << " measured";
    if (records > 0) {
        std::cout << ", " << base::plural(records, "record") << " of its trace";
    }
    if (damaged > 0) {
        std::cout << "; " << base::plural(damaged, "damaged record") << " left out";
    }
    std::cout << '\n';
}

void recover(const std::filesystem::path& path, const Request& request) {
    perf::SegmentFile file(path);
    if (file.isLive() && !request.live) {
        throw std::runtime_error(path.string() + ": process " + std::to_string(file.header().pid) +
                                 " still uses it; watch it with `gantry top`, or use --live to "
                                 "write what it has measured up to now");
    }
    perf::RecoveredProfile recovered(file, std::nullopt);
    perf::addProbeOverhead(recovered.profile);
    const std::filesystem::path written =
        request.output.value_or("recovered-" + std::to_string(file.header().pid) + ".gantry");
    perf::writeResult(written, recovered.profile, recovered.trace,
                      historyOf(recovered.profile, request));
    report(written, recovered.profile, recovered.damaged, perf::recordsIn(recovered.trace));
    // Only now: the data stands elsewhere.
    if (!request.keep && !file.isLive()) {
        std::filesystem::remove(path);
        // A JSON profile holds no trace, so the part of it that was drained stays.
        if (!recovered.drained.empty() && written.extension() != ".json") {
            std::filesystem::remove(recovered.drained);
        }
    }
}

// Whether the word names a run; if so, its processes are recovered together.
bool recoverRun(const std::string& word, const Request& request) {
    const perf::RecordedRun run{perf::segmentFolder(), word};
    if (perf::segmentsOf(run).empty()) {
        return false;
    }
    perf::RunArchiveRequest wanted;
    wanted.stem = "recovered-" + word;
    wanted.allProcesses = true;
    wanted.keepSegments = request.keep;
    wanted.history = [&](const perf::Profile& profile) { return historyOf(profile, request); };
    std::uint64_t records = 0;
    wanted.write = [&](const perf::Profile& profile,
                       const std::vector<perf::ArchivedChunk>& trace) {
        std::filesystem::path file = request.output.value_or("recovered-" + word + ".gantry");
        perf::writeResult(file, profile, trace, historyOf(profile, request));
        records = perf::recordsIn(trace);
        return file;
    };
    const perf::RunArchiveResult outcome = perf::archiveRun(run, wanted);
    if (outcome.profile && !outcome.file.empty()) {
        report(outcome.file, *outcome.profile, outcome.damaged, records);
    }
    for (const std::filesystem::path& file : outcome.furtherFiles) {
        std::cout << file.string() << ": a further program of the session\n";
    }
    for (const perf::SegmentInfo& info : outcome.running) {
        std::cout << "process " << info.pid << " goes on: " << info.command << '\n';
    }
    if (!outcome.problems.empty()) {
        throw std::runtime_error(outcome.problems.front());
    }
    return true;
}

int execute(const Words& words) {
    OptionParser parser(
        "gantry recover [options] SEGMENT|PID|SESSION...",
        "Writes an archive of what a killed program has measured, and removes its segment when "
        "the archive is on disk. A session, as listed by `gantry ps`, is everything that one "
        "`gantry exec` has started: its ranks are written to one archive, "
        "recovered-SESSION.gantry.",
        {"gantry recover 4711", "gantry recover s3f9a0c51d2e87b64",
         "gantry recover --keep --output run.json FILE.segment"});
    parser
        .option("output", "FILE",
                "Archive to write, or JSON profile if the name ends in .json (default: "
                "recovered-PID.gantry). Only with a single argument.")
        .flag("keep", "Do not remove the segment.")
        .flag("live", "Allow a program that is still running: write what it has measured so far.");
    addSourceOptions(parser);
    parser.positional("SEGMENT|PID|SESSION...");
    if (!parser.parse(words)) {
        return kDone;
    }
    const Request request{parser.has("keep"), parser.has("live"),
                          parser.has("output")
                              ? std::optional<std::filesystem::path>(*parser.value("output"))
                              : std::nullopt,
                          sourceLimits(parser)};
    if (request.output && parser.positionalWords().size() > 1) {
        throw UsageError("--output goes with one segment");
    }
    // One word that cannot be recovered does not keep the others; the last failure decides the
    // status.
    int status = kDone;
    for (const std::string& word : parser.positionalWords()) {
        try {
            if (!recoverRun(word, request)) {
                recover(perf::chooseSegment(word), request);
            }
        } catch (const base::InputError& error) {
            std::cerr << "gantry: " << messageOf(error) << '\n';
            status = exitStatusOf(error);
        } catch (const std::exception& error) {
            std::cerr << "gantry: " << messageOf(error) << '\n';
            status = kFailed;
        }
    }
    return status;
}

}  // namespace

Command recoverCommand() {
    return {"write an archive of a program that was killed", {"gantry recover SEGMENT"}, execute};
}

}  // namespace gantry::tools
