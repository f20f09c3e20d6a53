#include "RunParser.hpp"

#include <base/files/OwnProgram.hpp>
#include <gov/cca/CCAException.hpp>
#include <perf/recording/SegmentPlace.hpp>
#include <run/MpiModule.hpp>
#include <run/ScriptPrefix.hpp>
#include <server/ControlSocket.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <sstream>
#include <unistd.h>
#include <utility>

#include "MeasurementOptions.hpp"
#include "OptionValues.hpp"
#include "SourceOptions.hpp"

namespace gantry::tools {

namespace {

framework::ContractPolicy contractPolicy(const std::string& text) {
    std::istringstream stream(text);
    Words words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    try {
        std::size_t read = 0;
        const framework::ContractPolicy policy = framework::readContractPolicy(words, read);
        if (read < words.size()) {
            throw UsageError("--contracts '" + text + "': '" + words[read] + "' is too much");
        }
        return policy;
    } catch (const gov::cca::CCAException& error) {
        throw UsageError("--contracts '" + text + "': " + error.getNote());
    }
}

framework::MonitoringOptions readMonitoring(const OptionParser& parser) {
    framework::MonitoringOptions options;
    for (const std::string& text : parser.values("monitor")) {
        options.connections.push_back(
            readValue("monitor", [&] { return framework::readConnectionPattern(text); }));
    }
    options.records = parser.value("records");
    if (options.records && options.connections.empty()) {
        throw UsageError("--records needs --monitor, which selects the recorded calls");
    }
    if (const auto policy = parser.value("contracts")) {
        options.contracts = contractPolicy(*policy);
        if (options.connections.empty()) {
            options.connections = {framework::readConnectionPattern("all")};
            options.timed = false;
        }
    }
    return options;
}

/// Either form, by the ending of its name.
void readOutput(const OptionParser& parser, RunOptions& options) {
    const std::optional<std::string> output = parser.value("output");
    if (!output) {
        return;
    }
    if (const auto other = parser.firstGiven({"archive", "no-archive", "profile"})) {
        throw UsageError("--output and --" + *other + " contradict each other; give one of them");
    }
    requireOutputOf("output", *output, "nothing was run");
    const bool isProfile = std::filesystem::path(*output).extension() == ".json";
    (isProfile ? options.profile : options.archive) = *output;
}

void readOutputs(const OptionParser& parser, RunOptions& options) {
    options.profile = parser.value("profile");
    options.archive = parser.value("archive");
    readOutput(parser, options);
    // With --profile alone the user has chosen another form.
    options.writeArchive = !parser.has("no-archive") && (options.archive || !options.profile);
    options.changes = parser.value("changes");
    options.sources = sourceLimits(parser);
    if (options.sources && !options.writeArchive) {
        throw UsageError(
            "--sources keeps files in an archive, and this run writes none; add --archive FILE");
    }
    refuseBoth(parser, "archive", "no-archive");
    if (options.archive && options.archive == options.profile) {
        throw UsageError("--profile and --archive name the same file");
    }
}

/// Everything that looks for segments in this process finds them in the folder that was named.
void useSegmentFolder(const OptionParser& parser, RunOptions& options) {
    const std::string word = parser.value("segment").value_or("auto");
    if (word == "auto" || word == "none") {
        return;
    }
    const perf::SegmentPlace place = readValue("segment", [&] { return perf::segmentPlace(word); });
    // Before any thread is made, and before the backend reads it. The setting of the component
    // would win over it.
    // NOLINTNEXTLINE(concurrency-mt-unsafe): there is no other thread yet
    ::setenv("GANTRY_SEGMENT_DIR", place.folder.c_str(), 1);
    std::erase_if(options.settings, [](const framework::BackendSetting& setting) {
        return setting.name == "--segment";
    });
}

/// A drained trace goes beside the first file that is written.
void readTraceOption(const OptionParser& parser, RunOptions& options) {
    if (!parser.has("trace")) {
        return;
    }
    options.trace = traceOptions(parser).mode;
    if (options.trace == perf::TraceMode::Drain) {
        const std::filesystem::path name =
            options.archive.value_or(options.profile.value_or(options.script.stem()));
        const std::filesystem::path file = std::filesystem::path(name).replace_extension(".trace");
        options.settings.push_back({"--trace", "traceFile", file.string()});
    }
}

void readDumpOptions(const OptionParser& parser, RunOptions& options) {
    const std::optional<std::string> event = parser.value("dump-on");
    const std::optional<std::string> signal = parser.value("dump-on-signal");
    if (!event && !signal) {
        return;
    }
    // Only rings can be frozen; a drained trace has everything anyhow.
    if (options.trace != perf::TraceMode::Latest) {
        throw UsageError("--dump-on and --dump-on-signal go with --trace latest");
    }
    if (event) {
        readValue("dump-on", [&] { perf::readEventTrigger(*event, options.dumps); });
    }
    if (signal) {
        options.dumps.signal =
            readValue("dump-on-signal", [&] { return perf::signalNumber(*signal); });
    }
    options.dumps.stem = options.archive.value_or(options.script.filename()).replace_extension();
}

std::optional<ListenRequest> readListening(const OptionParser& parser) {
    std::optional<std::string> socket = parser.value("listen");
    for (const char* option : {"allow-control", "port", "no-open", "key-file"}) {
        if (parser.has(option) && !parser.has("serve")) {
            throw UsageError("--" + std::string(option) + " goes with --serve");
        }
    }
    // The server is another process, which would report a wrong value only while the run goes on.
    (void)countValue(parser, "port", std::numeric_limits<std::uint16_t>::max());
    if (!socket && parser.has("allow-control")) {
        // The page talks to the assembly as gantry ctl does.
        socket = "serve-" + std::to_string(::getpid());
    }
    if (!socket) {
        if (parser.has("stay")) {
            throw UsageError(
                "--stay requires --listen SOCKET, through which the run receives its last command");
        }
        return std::nullopt;
    }
    return ListenRequest{server::controlPath(*socket), parser.has("stay"), nullptr};
}

void refuseWithoutMeasuring(const OptionParser& parser, const RunOptions& options) {
    std::vector<std::string> given{"archive", "monitor", "output", "profile", "sources"};
    for (const framework::BackendSetting& setting : options.settings) {
        given.push_back(setting.name.substr(2));
    }
    if (const auto option = parser.firstGiven(given)) {
        throw UsageError("--perf none measures nothing, so --" + *option +
                         " has no meaning with it");
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-function-size): a list of options
OptionParser runParser() {
    OptionParser parser(
        "gantry run [options] SCRIPT",
        "Runs an assembly script, measures its components and prints a report. Under mpirun, "
        "every rank runs the script and rank 0 reports values over all ranks. The result is "
        "written to SCRIPT.gantry in the current folder, or to SCRIPT.2.gantry if that file "
        "exists: one SQLite file for gantry report, query and export. The exit status is 0, the "
        "status of `quit N`, or 1 if the script or a component failed.",
        {"gantry run examples/integrators/optimize.rc",
         "gantry run --perf null app.rc             do not measure anything",
         "gantry run --metrics wall,cpu app.rc      wall and thread CPU time of each timer",
         "gantry run --metrics wall,page-faults,perf::TASK-CLOCK app.rc",
         "gantry run --monitor all app.rc           time the calls of every connection",
         "gantry run --monitor driver.integrate --records calls app.rc   each call with its "
         "parameters",
         "gantry run --contracts 'budget 2%' app.rc   check contracts at a cost of at most 2 %",
         "gantry run --archive run.gantry app.rc    choose the name of the archive",
         "gantry run --quiet app.rc                 only what the script prints",
         "gantry run --trace drain app.rc           record each call, for gantry trace app.gantry",
         "gantry run --set driver.configuration.count=100 --changes changes.rc app.rc",
         "gantry run --json app.rc > run.json       print the report as JSON",
         "gantry run --supervise app.rc             write the archive even if the run is killed",
         "gantry run --listen app --stay app.rc     then, in another shell: gantry ctl app "
         "'chain'",
         "gantry run --serve app.rc                 show the run live in a browser",
         "mpirun -n 4 gantry run app.rc             four ranks, one report"});
    parser.option("perf", "NAME",
                  "Measurement backend: native, null, lttng, announcer, a class name, or none "
                  "(default: native, "
                  "unless the script creates one itself).");
    addComponentOptions(parser);
    parser
        .flag("exact",
              "Time every call, at any cost. Without this option and without --sampling, timers "
              "with short calls time only some of them, so that measurement takes about 5 % of "
              "the time, as far as counting the other calls permits; such timers are marked (1 "
              "in N).")
        .option("dump-on", "EVENT>VALUE",
                "With --trace latest: when a value of the event exceeds VALUE, write an archive "
                "NAME.dump-1.gantry, -2, ... (at most 20), with the trigger in the middle of the "
                "ring buffer of its thread. The program continues.")
        .option("dump-on-signal", "NAME",
                "With --trace latest: write such an archive when the "
                "signal USR1, USR2 or HUP arrives.")
        .option("monitor", "WHAT",
                "Time the calls of these connections: all, or USER.PORT with the wildcards * and "
                "?; may be repeated.")
        .option("records", "PREFIX",
                "Record every monitored call with its parameters and costs in PREFIX.1.csv, "
                "PREFIX.2.csv, ...")
        .option("contracts", "POLICY",
                "Check the contracts of the monitored connections, or of all connections if none "
                "is monitored: never, always, 'periodic N', 'random P [SEED]' or 'budget X%'.")
        .flag("guarded",
              "Make every connection guarded, so that its provider can be swapped while calls "
              "are in flight, if its user was built with a proxy for the port.")
        .option("set", "INSTANCE.PORT.KEY=VALUE",
                "Set a parameter after the instance is created and before the next go, overriding "
                "the script; may be repeated.")
        .option("changes", "FILE",
                "Write every change of the assembly to FILE when it is made, with its time and "
                "cause; run as a script, FILE builds the assembly again.")
        .option("listen", "SOCKET",
                "Accept commands of other shells while the assembly runs (gantry ctl): SOCKET is "
                "a name, or FOLDER/NAME if only this user can enter the folder. Of several ranks, "
                "rank 0 listens.")
        .flag("stay",
              "With --listen: after the end of the script, wait until a client sends "
              "quit.")
        .flag("serve",
              "Show the run live in a browser, as gantry serve does, and its archive after its "
              "end, until Ctrl-C. With several ranks: rank 0. The link is printed to standard "
              "error.")
        .flag("allow-control", "With --serve: let the page change the assembly while it runs.")
        .option("port", "N", "With --serve: port to serve at, on this machine only.")
        .flag("no-open", "With --serve: do not open a browser.")
        .option("key-file", "FILE", "With --serve: as for gantry serve.")
        .option("output", "FILE",
                "As --archive FILE or, if the name ends in .json, as --profile FILE.")
        .option("archive", "FILE",
                "Write the archive to FILE, replacing it: measurements, changes of the assembly, "
                "and decisions (docs/formats/archive.md).")
        .flag("no-archive", "Write no archive.");
    addSourceOptions(parser);
    parser
        .option("profile", "FILE",
                "Write the JSON profile to FILE, replacing it; write an archive only if "
                "--archive is also given.")
        .option("path", "DIRS",
                "Folders with components, separated by ':', searched before the default ones.")
        .option("mpi", "WORD",
                "auto: use MPI if an MPI launcher started this process (default); yes, no, or the "
                "class: parallel.Mpi, parallel.Mpich.")
        .option("modules", "LIST",
                "usual: with MPI, the module mpi measures the calls of MPI by the components "
                "(default); mpi: the same, and it is an error if there is no such module; none. "
                "Files and memory: gantry exec -- gantry run SCRIPT.")
        .option("patience", "SECONDS",
                "Maximum time that a rank waits for the others after each command, including "
                "differences in the duration of a 'go'. When it has passed, the rank reports "
                "which ranks are missing and ends the run (default: no limit).")
        .option("detailed-ranks", "N",
                "For up to N ranks (default: 64), keep the threads and call paths of each rank. "
                "For more, keep them only in sum, and the values of each rank rounded to 0.4 %.")
        .flag("supervise", "Run in a child process, and keep its measurements if it is killed.")
        .flag("quiet", "Print only the output of the script and its components, and errors.")
        .flag("json", "Print one JSON document, which contains the output of the components.")
        .positional("SCRIPT");
    return parser;
}

namespace {

// The modules for other libraries have to be in a process before it begins.
MpiModuleChoice readModules(const OptionParser& parser) {
    using Wanted = MpiModuleChoice::Wanted;
    MpiModuleChoice choice;
    choice.folder =
        (base::ownProgramFolder() / ".." / "lib" / "gantry" / "modules").lexically_normal();
    const std::string word = parser.value("modules").value_or("usual");
    if (word != "usual" && word != "mpi" && word != "none") {
        throw UsageError("--modules takes usual, mpi or none, not '" + word +
                         "'; for other modules: gantry exec --modules " + word +
                         " -- gantry run ...");
    }
    if (word == "mpi" && parser.value("perf") == "none") {
        throw UsageError("--perf none measures nothing, so --modules mpi has no meaning with it");
    }
    const bool measures = word != "none" && parser.value("perf") != "none";
    choice.isTraced = parser.has("trace");
    choice.wanted = !measures ? Wanted::No : word == "mpi" ? Wanted::Yes : Wanted::IfThere;
    return choice;
}

}  // namespace

framework::Ranks::Options readRanks(const OptionParser& parser) {
    framework::Ranks::Options options;
    if (const auto word = parser.value("mpi")) {
        if (*word != "auto" && *word != "yes" && *word != "no" &&
            word->find('.') == std::string::npos) {
            throw UsageError("--mpi takes auto, yes, no or the name of a class, not '" + *word +
                             "'");
        }
        options.mpi = *word;
    }
    options.runAlone = "pass --mpi no to run every process alone";
    options.chooseClass = "name another class with --mpi (gantry components lists parallel.*)";
    options.patience = secondsValue(parser, "patience").value_or(options.patience);
    options.beforeMpi = [choice = readModules(parser)](bool mpich) {
        loadMpiModule(choice, mpich);
    };
    return options;
}

namespace {

/// A budget, which is kept unless someone asked for every call.
void readSampling(const OptionParser& parser, RunOptions& options) {
    refuseBoth(parser, "sampling", "exact");
    if (parser.has("exact")) {
        options.settings.push_back({"--exact", "sampling", "0", true});
    } else if (!parser.has("sampling")) {
        // 5 % of the time, unless someone chose; true: a backend without this parameter is not an
        // error.
        options.settings.push_back({"--sampling", "sampling", "5", true});
    }
}

}  // namespace

RunOptions readRunOptions(const OptionParser& parser) {
    RunOptions options;
    options.script = parser.positionalWords().front();
    setScriptPrefix();
    options.componentPath = componentPathValue(parser);
    options.backend = parser.value("perf");
    options.settings = componentSettings(parser);
    readOutputs(parser, options);
    options.monitoring = readMonitoring(parser);
    readTraceOption(parser, options);
    readDumpOptions(parser, options);
    options.guarded = parser.has("guarded");
    options.mostDetailedRanks = detailedRanksValue(parser);
    options.listen = readListening(parser);
    for (const std::string& text : parser.values("set")) {
        options.parameters.push_back(
            readValue("set", [&] { return framework::readParameterSetting(text); }));
    }
    if (options.backend == "none") {
        refuseWithoutMeasuring(parser, options);
    }
    readSampling(parser, options);
    useSegmentFolder(parser, options);
    return options;
}

}  // namespace gantry::tools
