#include <base/text/Printable.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/engine/MeasurementSettings.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/recording/LauncherRank.hpp>
#include <perf/recording/ProgramFile.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/RunArchive.hpp>
#include <perf/recording/RunTraceDrainer.hpp>
#include <perf/recording/Supervisor.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/TraceOptions.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <sys/random.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "Command.hpp"
#include "ExecReport.hpp"
#include "OptionParser.hpp"
#include "ProgramFolder.hpp"

namespace gantry::tools {

namespace {

using Environment = std::map<std::string, std::string>;

OptionParser execParser() {
    OptionParser parser(
        "gantry exec [options] -- PROGRAM [ARGUMENT...]",
        "Runs any program measured: its main thread, the threads it makes, and every timer it has "
        "by\n"
        "gantry.h. What was measured goes to PROGRAM.gantry in the current folder, or "
        "PROGRAM.2.gantry if\n"
        "that exists, also where the program was killed; a short report goes to standard error. "
        "The ranks\n"
        "of a parallel run become one archive, or under mpirun one each: PROGRAM.rankN.gantry. "
        "The exit\n"
        "status is that of the program; 128 + N where signal N ended it.",
        {"gantry exec -- ./solver --size 1000",
         "gantry exec --output run.gantry --metrics wall,cpu -- ./solver",
         "gantry exec -- mpirun -n 4 ./solver       four ranks, one archive",
         "mpirun -n 4 gantry exec -- ./solver       an archive for each rank, on any number of "
         "machines",
         "gantry exec --trace drain -- ./solver     and then: gantry trace solver.gantry",
         "gantry exec --all-processes -- make -j4   an archive for every program that make runs",
         "gantry exec --quiet -- ./solver > result.txt"});
    parser.option("output", "FILE",
                  "The archive to write, replacing it, or the JSON profile where the\n"
                  "                          name ends in .json.");
    for (const perf::MeasurementSetting& setting : perf::kMeasurementSettings) {
        if (*setting.option != '\0' && *setting.value != '\0') {
            parser.option(setting.option, setting.value,
                          std::string(setting.help) + " (default: " +
                              (*setting.defaultValue == '\0' ? "none" : setting.defaultValue) +
                              ").");
        }
    }
    parser.flag("all-processes", "Keep an archive of every other program that was run, too.")
        .flag("no-threads", "Do not measure the threads that the program makes.")
        .flag("quiet", "No report; only what went wrong is reported.")
        .flag("json", "The report as one line of JSON on standard error (docs/formats/exec.md).")
        .positional(1, 1'000'000);
    return parser;
}

std::string memoryLimit(const std::string& word) {
    readValue("memory-limit", [&] { return perf::parseMemoryLimit(word); });
    return word;
}

// Checked, so that the program need not tell what is wrong with it.
perf::TraceOptions traceOptions(const OptionParser& parser) {
    try {
        return perf::parseTraceOptions(parser.value("trace").value_or(""));
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string("--trace: ") + error.what());
    }
}

bool isDrained(const OptionParser& parser) {
    return traceOptions(parser).mode == perf::TraceMode::Drain;
}

// Where the archive will be: a drained trace only needs another name then.
std::filesystem::path traceFolder(const OptionParser& parser) {
    return std::filesystem::absolute(parser.value("output").value_or("x")).parent_path();
}

std::string newToken() {
    std::array<unsigned char, 8> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        throw std::system_error(errno, std::generic_category(), "getrandom");
    }
    // The letter distinguishes it from the number of a process.
    std::string token = "s";
    for (const unsigned char byte : bytes) {
        constexpr const char* kDigits = "0123456789abcdef";
        token += kDigits[byte >> 4U];
        token += kDigits[byte & 15U];
    }
    return token;
}

std::filesystem::path segmentFolderOf(const std::string& word) {
    // The program may change its folder before it begins to measure.
    const std::filesystem::path folder =
        std::filesystem::absolute(word == "auto" ? perf::segmentFolder().string() : word);
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        throw std::runtime_error(
            "the folder " + folder.string() + " for what is measured cannot be made: " +
            std::generic_category().message(errno) + "; choose another one with --segment");
    }
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
        status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        throw std::runtime_error(folder.string() +
                                 " is not a folder that only this user can write, so nothing is "
                                 "measured into it; choose another one with --segment");
    }
    return folder;
}

// libgantry.so, together with what is to be loaded beforehand anyway.
std::string preloaded() {
    const std::filesystem::path library =
        (programFolder() / ".." / "lib" / "libgantry.so").lexically_normal();
    if (!std::filesystem::exists(library)) {
        throw std::runtime_error(library.string() +
                                 " is missing, which measures the program from inside; install "
                                 "Gantry whole, or build the target gantry_preload");
    }
    if (library.string().find_first_of(" :") != std::string::npos) {
        throw std::runtime_error(library.string() +
                                 " cannot be loaded into programs: LD_PRELOAD takes no path with "
                                 "blanks or colons; move Gantry to another folder");
    }
    const char* const before = std::getenv("LD_PRELOAD");
    const std::string others = before != nullptr ? before : "";
    if (others.find(library.string()) != std::string::npos) {
        return others;
    }
    // Others may have to be the first: a sanitizer insists on it.
    return others + (others.empty() ? "" : ":") + library.string();
}

// What a start and stop costs with these metrics, on this machine and now. Throws EngineError for
// metrics that nobody knows.
std::optional<perf::ProbeOverhead> probeOverheadOf(const std::string& metrics) {
    perf::EngineOptions options;
    options.metrics = perf::chooseMetrics(metrics).sources;
    return perf::Engine(std::move(options)).snapshot().probeOverhead;
}

Environment environmentOf(const OptionParser& parser, const perf::RecordedRun& run) {
    Environment environment{{"LD_PRELOAD", preloaded()},
                            {"GANTRY_MEASURE", "1"},
                            {"GANTRY_KEEP_SEGMENT", "1"},
                            {"GANTRY_SESSION", run.token},
                            {"GANTRY_SEGMENT_DIR", run.folder.string()}};
    if (const auto metrics = parser.value("metrics")) {
        environment["GANTRY_METRICS"] = *metrics;
    }
    if (const auto limit = parser.value("memory-limit")) {
        environment["GANTRY_MEMORY_LIMIT"] = memoryLimit(*limit);
    }
    if (traceOptions(parser).mode != perf::TraceMode::None) {
        environment["GANTRY_TRACE"] = *parser.value("trace");
    }
    if (isDrained(parser)) {
        environment["GANTRY_TRACE_DIR"] = traceFolder(parser).string();
    }
    if (parser.has("no-threads")) {
        environment["GANTRY_THREADS"] = "0";
    }
    return environment;
}

perf::RunArchiveRequest requestOf(const OptionParser& parser, const std::string& program) {
    perf::RunArchiveRequest request;
    request.stem = std::filesystem::path(program).filename().string() + perf::rankEnding();
    request.write = [output = parser.value("output"), stem = request.stem](
                        const perf::Profile& profile,
                        const std::vector<perf::ArchivedChunk>& trace) {
        if (!output) {
            return perf::writeNumbered(stem, profile, trace);
        }
        const std::filesystem::path file = perf::withRank(*output);
        perf::writeResult(file, profile, trace);
        return file;
    };
    request.probeOverhead = probeOverheadOf(parser.value("metrics").value_or("wall"));
    request.allProcesses = parser.has("all-processes");
    return request;
}

void tell(const ExecOutcome& outcome, const OptionParser& parser) {
    if (parser.has("json")) {
        std::cerr << execJson(outcome);
        return;
    }
    if (!parser.has("quiet") && perf::launcherRank().value_or(0) == 0) {
        std::cerr << execText(outcome);
    }
    for (const std::string& message : execMessages(outcome)) {
        std::cerr << "gantry: " << base::printable(message) << '\n';
    }
}

int execute(const Words& words) {
    OptionParser parser = execParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    const Words& program = parser.positionalWords();
    ExecOutcome outcome;
    outcome.program = program.front();
    perf::RecordedRun run{segmentFolderOf(parser.value("segment").value_or("auto")), newToken()};
    const Environment environment = environmentOf(parser, run);
    perf::RunArchiveRequest request = requestOf(parser, outcome.program);
    perf::Supervisor supervisor;
    std::optional<perf::RunTraceDrainer> drainer;
    if (isDrained(parser)) {
        request.traces = &drainer.emplace(run);
    }
    try {
        outcome.end = supervisor.run(program, environment, [&](pid_t pid) {
            perf::sweepRun(run, request, pid, outcome.archived);
        });
    } catch (const perf::StartError& error) {
        std::cerr << "gantry: " << base::printable(error.what()) << '\n';
        return error.status();
    }
    run.end = outcome.end;
    outcome.archived = perf::archiveRun(run, request, std::move(outcome.archived));
    if (!outcome.archived.profile && outcome.archived.problems.empty()) {
        outcome.unmeasured = perf::whyNotMeasured(perf::programFile(outcome.program));
    }
    tell(outcome, parser);
    const bool lost = !outcome.archived.problems.empty();
    return outcome.end.exitStatus == 0 && lost ? kFailed : outcome.end.exitStatus;
}

}  // namespace

Command execCommand() {
    return {"run any program and measure it", {"gantry exec -- ./program"}, execute};
}

}  // namespace gantry::tools
