#include <base/files/FileError.hpp>
#include <base/files/OwnProgram.hpp>
#include <base/text/Printable.hpp>
#include <base/text/RandomToken.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/recording/CoreUseCounters.hpp>
#include <perf/recording/LauncherRank.hpp>
#include <perf/recording/ModuleFacts.hpp>
#include <perf/recording/ModulePath.hpp>
#include <perf/recording/OutputPlace.hpp>
#include <perf/recording/PreloadedLibraries.hpp>
#include <perf/recording/ProgramFile.hpp>
#include <perf/recording/ProgramModules.hpp>
#include <perf/recording/RecoveredProfile.hpp>
#include <perf/recording/RunArchive.hpp>
#include <perf/recording/RunTraceDrainer.hpp>
#include <perf/recording/SegmentPlace.hpp>
#include <perf/recording/Supervisor.hpp>

#include <algorithm>
#include <cstdlib>
#include <future>
#include <iostream>
#include <memory>
#include <unistd.h>

#include "Command.hpp"
#include "ExecReport.hpp"
#include "MeasurementOptions.hpp"
#include "OptionParser.hpp"
#include "OptionValues.hpp"
#include "SampleOption.hpp"
#include "SourceOptions.hpp"

namespace gantry::tools {

namespace {

using Environment = std::map<std::string, std::string>;

OptionParser execParser() {
    OptionParser parser(
        "gantry exec [options] -- PROGRAM [ARGUMENT...]",
        "Runs any program and measures it: its main thread, the threads it creates, its file "
        "accesses, its MPI calls, the functions that take the time (by samples of call stacks), "
        "and every timer it defines with gantry.h. The measurements are written to PROGRAM.gantry "
        "in the current folder, or PROGRAM.2.gantry if that exists, also if the program is "
        "killed. A report on standard error shows where the time went, what limits the program, "
        "and which command shows more. The ranks of a parallel run become one archive, or under "
        "mpirun one each: PROGRAM.rankN.gantry. The exit status is that of the program; 128 + N if "
        "signal N ended it.",
        {"gantry exec -- ./solver --size 1000",
         "gantry exec --output run.gantry --metrics wall,cpu -- ./solver",
         "gantry exec -- mpirun -n 4 ./solver       four ranks, one archive",
         "mpirun -n 4 gantry exec -- ./solver       an archive for each rank, on any number of "
         "machines",
         "gantry exec --trace drain -- ./solver     and then: gantry trace solver.gantry",
         "gantry exec --sample 1000 -- ./solver     more samples, for short programs",
         "gantry exec --sources -- ./solver         keep its source files for gantry report "
         "--source",
         "gantry exec --children -- ./build.sh      the programs that a script runs, in one "
         "archive",
         "gantry exec --all-processes -- make -j4   an archive for every program that make runs",
         "gantry exec --quiet -- ./solver > result.txt"});
    parser.option("output", "FILE",
                  "Archive to write, or JSON profile if the name ends in .json; an existing file "
                  "is replaced (default: a new file named after the program).");
    parser.option("archive", "FILE", "As --output, for an archive only.");
    addProgramOptions(parser);
    parser.flag("exact", "Time every call (the default of exec), whatever the environment says.");
    parser.option(
        "modules", "LIST",
        "The modules that measure what libraries do in the program: names separated by "
        "commas, all, none, mpi-if-used, or usual (default: usual, which is posix, stdio, mpi if "
        "the program uses MPI, python if it is a Python program, and kokkos, openmp, petsc or "
        "caliper if it is linked with such a library).");
    parser.option("path", "DIRS",
                  "Folders with further modules, separated by ':', searched before the default one "
                  "(gantry modules --path DIRS).");
    addSampleOption(parser);
    addSourceOptions(parser);
    parser
        .flag("children",
              "Add all other programs that were run to the archive, each program as one thread.")
        .flag("all-processes", "Keep an archive of every other program that was run, too.")
        .flag("no-threads", "Do not measure the threads that the program creates.")
        .flag("quiet", "Print no report; only errors are reported.")
        .flag("json", "The report as one line of JSON on standard error (docs/formats/exec.md).")
        .positional("PROGRAM [ARGUMENT...]");
    return parser;
}

// As it was given.
std::optional<std::string> outputOf(const OptionParser& parser) {
    if (parser.has("output") && parser.has("archive")) {
        throw UsageError("--output and --archive name the same file; give one of them");
    }
    if (std::filesystem::path(parser.value("archive").value_or("")).extension() == ".json") {
        throw UsageError("--archive writes an archive; --output FILE.json writes a JSON profile");
    }
    return parser.has("archive") ? parser.value("archive") : parser.value("output");
}

bool isDrained(const OptionParser& parser) {
    return traceOptions(parser).mode == perf::TraceMode::Drain;
}

// Where the archive will be: a drained trace only needs another name then.
std::filesystem::path traceFolder(const OptionParser& parser) {
    return std::filesystem::absolute(outputOf(parser).value_or("x")).parent_path();
}

std::string newToken() {
    constexpr std::size_t kBytes = 8;
    // The letter distinguishes it from the number of a process.
    return "s" + base::randomToken(kBytes);
}

std::filesystem::path segmentFolderOf(const OptionParser& parser) {
    const std::string word = parser.value("segment").value_or("auto");
    if (word == "none") {
        throw UsageError(
            "--segment: 'none' is private memory of the program, which is lost at its end; name a "
            "folder");
    }
    const perf::SegmentPlace place = readValue("segment", [&] { return perf::segmentPlace(word); });
    if (!place.problem.empty()) {
        std::cerr << "gantry: " << base::printable(place.problem) << '\n';
    }
    return place.folder;
}

// What LD_PRELOAD has to name: libgantry.so, and the modules, which find that one.
std::string preloaded(const std::vector<std::filesystem::path>& modules) {
    std::vector<std::filesystem::path> libraries{
        (base::ownProgramFolder() / ".." / "lib" / "libgantry.so").lexically_normal()};
    if (!std::filesystem::exists(libraries.front())) {
        throw std::runtime_error(libraries.front().string() +
                                 " is missing, which is needed to measure the program; install "
                                 "Gantry completely, or build the target gantry_preload");
    }
    libraries.insert(libraries.end(), modules.begin(), modules.end());
    const char* const before = std::getenv("LD_PRELOAD");
    return perf::preloadedLibraries(libraries, before != nullptr ? before : "");
}

// What a start and stop costs with these metrics, on this machine and now: measured while the
// program runs, as it takes about a millisecond. Throws UsageError for metrics that nobody knows.
std::shared_future<std::optional<perf::MeasuredOverhead>> overheadOf(const std::string& metrics) {
    perf::EngineOptions options;
    try {
        options.metrics = perf::chooseMetrics(metrics).sources;
    } catch (const perf::EngineError& error) {
        throw UsageError(std::string("--metrics: ") + error.what());
    }
    // Where no thread can be made it is measured when it is asked for.
    return std::async([engine = std::move(options)]() -> std::optional<perf::MeasuredOverhead> {
        try {
            return perf::Engine(engine).overhead();
        } catch (const std::bad_alloc&) {
            // There is too little memory for us; the program may do with it.
            return std::nullopt;
        }
    });
}

// With the module that counts programs which are started without being measured, where those that
// are measured become a part of the archive.
std::optional<std::string> moduleChoice(const OptionParser& parser, const perf::ModulePath& path) {
    const std::string programs = "programs";
    std::optional<std::string> choice = parser.value("modules");
    const std::vector<std::filesystem::path> all = perf::modulesOn(path);
    if (!parser.has("children") || choice == "all" ||
        std::none_of(all.begin(), all.end(),
                     [&](const auto& file) { return file.stem() == programs; })) {
        return choice;
    }
    return choice == "none" ? programs : choice.value_or("usual") + ',' + programs;
}

perf::ModuleLoading modulesOf(const OptionParser& parser) {
    const perf::ModulePath path = modulePathValue(parser);
    return readValue("modules", [&] {
        const std::vector<std::filesystem::path> modules =
            perf::chosenModules(path, moduleChoice(parser, path), parser.positionalWords());
        return perf::loadingOf(modules, perf::moduleWords(parser.value("modules").value_or("")),
                               parser.positionalWords());
    });
}

Environment environmentOf(const OptionParser& parser, const perf::RecordedRun& run,
                          const perf::ModuleLoading& modules) {
    Environment environment = programSettings(parser);
    environment.insert(modules.environment.begin(), modules.environment.end());
    environment["LD_PRELOAD"] = preloaded(modules.libraries);
    environment["GANTRY_MEASURE"] = "1";
    // The archive is made of it when the program has ended; archiveRun() removes it then.
    environment["GANTRY_KEEP_SEGMENT"] = "1";
    environment["GANTRY_SESSION"] = run.token;
    environment["GANTRY_SEGMENT_DIR"] = run.folder.string();
    if (isDrained(parser)) {
        environment["GANTRY_TRACE_DIR"] = traceFolder(parser).string();
    }
    if (parser.has("no-threads")) {
        environment["GANTRY_THREADS"] = "0";
    }
    if (parser.has("exact")) {
        environment["GANTRY_SAMPLING"] = "0";
    }
    return environment;
}

// samples and outcome must live until the archive is written.
perf::RunArchiveRequest requestOf(const OptionParser& parser, const perf::ProgramSamples& samples,
                                  ExecOutcome& outcome) {
    perf::RunArchiveRequest request;
    request.stem = std::filesystem::path(outcome.program).filename().string() + perf::rankEnding();
    if (const auto limits = sourceLimits(parser)) {
        request.history = [limits = *limits, &samples](const perf::Profile& profile) {
            return perf::History{{}, {}, perf::measuredSources(profile, samples.code(), limits)};
        };
    }
    request.write = [output = outputOf(parser), stem = request.stem, historyOf = request.history,
                     &outcome](const perf::Profile& profile,
                               const std::vector<perf::ArchivedChunk>& trace) {
        const perf::History history = historyOf ? historyOf(profile) : perf::History{};
        if (historyOf) {
            outcome.sources = history.sources;
        }
        if (!output) {
            return perf::writeNumbered(stem, profile, trace, history);
        }
        std::filesystem::path file = perf::withRank(*output);
        perf::writeResult(file, profile, trace, history);
        return file;
    };
    request.allProcesses = parser.has("all-processes");
    request.children = parser.has("children");
    return request;
}

// Where each rank has a `gantry exec` of its own, none of them knows what all ranks used.
void noteCoreUse(perf::RunArchiveRequest& request, const std::optional<perf::CoreUse>& use) {
    if (!use || perf::launcherRank()) {
        return;
    }
    request.completeRun = [before = std::move(request.completeRun), use](perf::Profile& profile) {
        before(profile);
        perf::noteCoreUse(profile, *use);
    };
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

// Before the program runs, so that nothing is measured in vain.
void checkOptions(const OptionParser& parser) {
    if (parser.has("exact") && parser.has("sampling")) {
        throw UsageError("--sampling and --exact contradict each other");
    }
    const std::optional<std::string> output = outputOf(parser);
    if (sourceLimits(parser) && std::filesystem::path(output.value_or("")).extension() == ".json") {
        throw UsageError("--sources keeps files in an archive, and " + *output +
                         " is a JSON profile; name another file with --output");
    }
    if (!output) {
        return;
    }
    try {
        perf::requireOutput(perf::withRank(*output));
    } catch (const base::FileError& error) {
        throw UsageError((parser.has("archive") ? "--archive: " : "--output: ") +
                         std::string(error.what()) +
                         "; the program was not run: name a file in a folder that exists and that "
                         "you may write to");
    }
}

int execute(const Words& words) {
    OptionParser parser = execParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    checkOptions(parser);
    if (parser.has("children") && parser.has("all-processes")) {
        throw UsageError(
            "--children puts all programs into one archive, --all-processes each into "
            "its own; choose one");
    }
    const Words& program = parser.positionalWords();
    ExecOutcome outcome;
    outcome.program = program.front();
    outcome.words = program;
    perf::RecordedRun run{segmentFolderOf(parser), newToken()};
    const perf::ModuleLoading modules = modulesOf(parser);
    const Environment environment = environmentOf(parser, run, modules);
    // Before there are further threads, which must not get the signals it waits for.
    perf::Supervisor supervisor;
    std::shared_future<std::optional<perf::MeasuredOverhead>> overhead =
        overheadOf(parser.value("metrics").value_or("wall"));
    // Refused before the program runs: it would be measured without what was asked for.
    perf::ProgramSamples samples = samplesOf(parser);
    perf::RunArchiveRequest request = requestOf(parser, samples, outcome);
    request.overhead = [overhead = std::move(overhead)] { return overhead.get(); };
    samples.watch(request);
    std::optional<perf::RunTraceDrainer> drainer;
    if (isDrained(parser)) {
        request.traces = &drainer.emplace(run);
    }
    const perf::CoreUseCounters counters;
    try {
        outcome.end = supervisor.run(program, environment, [&](pid_t pid) {
            perf::sweepRun(run, request, pid, outcome.archived);
        });
    } catch (const perf::StartError& error) {
        std::cerr << "gantry: " << base::printable(error.what()) << '\n';
        return error.status();
    }
    run.end = outcome.end;
    samples.addTo(request, run);
    noteCoreUse(request, counters.use());
    try {
        outcome.archived = perf::archiveRun(run, request, std::move(outcome.archived));
    } catch (const std::exception& error) {
        // The status of the program is returned in any case.
        outcome.archived.problems.emplace_back(error.what());
    }
    outcome.samples = samples.kept();
    outcome.samplesProblem = samples.problem();
    outcome.modules = modules.names;
    outcome.moduleTitles = modules.titles;
    outcome.moduleMessages = modules.messages;
    if (!outcome.archived.profile && outcome.archived.problems.empty()) {
        outcome.unmeasured = perf::whyNotMeasured(perf::programFile(outcome.program));
    }
    tell(outcome, parser);
    return outcome.end.exitStatus;
}

}  // namespace

Command execCommand() {
    return {"run any program and measure it", {"gantry exec -- ./program"}, execute};
}

}  // namespace gantry::tools
