#include <base/InputError.hpp>
#include <perf/recording/Recovery.hpp>
#include <perf/recording/SegmentArchive.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <perf/sources/MeasuredSources.hpp>

#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>

#include "Advice.hpp"
#include "Command.hpp"
#include "OptionParser.hpp"
#include "SourceOptions.hpp"

namespace gantry::tools {

namespace {

perf::RecoveryRequest requestOf(const OptionParser& parser) {
    perf::RecoveryRequest request;
    if (const auto output = parser.value("output")) {
        request.output = *output;
    }
    request.keepSegments = parser.has("keep");
    request.allowLive = parser.has("live");
    if (const auto limits = sourceLimits(parser)) {
        request.history = [limits = *limits](const perf::Profile& profile) {
            return perf::History{{}, {}, perf::measuredSources(profile, {}, limits)};
        };
    }
    return request;
}

void report(const perf::Recovery& recovery) {
    if (!recovery.file.empty()) {
        std::cout << perf::archivedText(recovery.file, recovery.profile, recovery.damaged,
                                        recovery.records);
    }
    for (const std::filesystem::path& file : recovery.furtherFiles) {
        std::cout << file.string() << ": a further program of the session\n";
    }
    for (const perf::SegmentInfo& info : recovery.running) {
        std::cout << "process " << info.pid << " still runs: " << info.command << '\n';
    }
    if (!recovery.problems.empty()) {
        throw std::runtime_error(recovery.problems.front());
    }
}

// The word names a session, or else a segment or a process.
void recover(const std::string& word, const perf::RecoveryRequest& request) {
    if (const auto session = perf::recoverSession(perf::segmentFolder(), word, request)) {
        report(*session);
        return;
    }
    report(perf::recoverSegment(perf::chooseSegment(word), request));
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
    const perf::RecoveryRequest request = requestOf(parser);
    if (request.output && parser.positionalWords().size() > 1) {
        throw UsageError("--output goes with one segment");
    }
    // One word that cannot be recovered does not keep the others; the last failure decides the
    // status.
    int status = kDone;
    for (const std::string& word : parser.positionalWords()) {
        try {
            recover(word, request);
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
