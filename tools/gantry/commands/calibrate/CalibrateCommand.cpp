#include <base/files/AtomicFile.hpp>
#include <base/files/OwnProgram.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/findings/MachineText.hpp>
#include <perf/machine/MachineBenchmarks.hpp>
#include <perf/machine/MachineFile.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>

#include "Command.hpp"
#include "OptionValues.hpp"
#include "ProgressLine.hpp"

namespace gantry::tools {

namespace {

constexpr std::uint64_t kMostRanks = 1024;

OptionParser calibrateParser() {
    OptionParser parser(
        "gantry calibrate [options]",
        "Measures the costs of basic operations on this machine: clocks, memory, files and, if "
        "MPI is available, messages and barriers. `gantry analyze` uses the result. Takes a few "
        "seconds; run it on an idle machine.",
        {"gantry calibrate", "gantry calibrate --ranks 8 --output machine.json",
         "gantry calibrate --json"});
    parser.option("output", "FILE", "File to write (default: in this user's data folder).")
        .option("ranks", "N",
                "Also measure messages between this many ranks (default: twice the number of "
                "cores).")
        .flag("no-mpi", "Do not measure messages.")
        .flag("json", "Print the result as JSON (docs/formats/machine.md).");
    return parser;
}

perf::MachineModel calibrated(const OptionParser& parser) {
    const ProgressLine progress("measuring");
    perf::MachineModel machine = perf::measureMachine();
    if (parser.has("no-mpi")) {
        return machine;
    }
    const std::uint32_t cores = std::max(1U, machine.cores);
    const auto most = countValue(parser, "ranks", kMostRanks).value_or(2ULL * cores);
    const std::filesystem::path program =
        base::ownProgramFolder() / "../lib/gantry/calibrate/mpi_costs";
    // Without and with sharing of cores.
    for (const std::uint32_t ranks :
         std::set<std::uint32_t>{std::max(2U, std::min(cores, static_cast<std::uint32_t>(most))),
                                 std::max(2U, static_cast<std::uint32_t>(most))}) {
        if (const std::string why = perf::measureMessages(machine, ranks, program); !why.empty()) {
            std::cerr << "gantry: messages are not measured: " << why << '\n';
            break;
        }
    }
    return machine;
}

int execute(const Words& words) {
    OptionParser parser = calibrateParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    (void)countValue(parser, "ranks", kMostRanks);
    const std::filesystem::path file =
        parser.value("output").value_or(perf::machineFile().string());
    if (file.empty()) {
        throw UsageError("there is no home folder for the result; name a file with --output FILE");
    }
    if (parser.has("output") && file.has_parent_path() &&
        !std::filesystem::is_directory(file.parent_path())) {
        throw UsageError("--output: " + base::printable(file.string()) +
                         " cannot be written; name a file in a folder that exists");
    }
    const perf::MachineModel machine = calibrated(parser);
    const std::string text = perf::machineJson(machine);
    if (!parser.has("output")) {
        std::filesystem::create_directories(file.parent_path());
    }
    base::writeAtomically(file, text);
    if (parser.has("json")) {
        std::cout << text;
    } else {
        std::cout << perf::machineText(machine) << "Written    " << base::printable(file.string())
                  << '\n';
    }
    return kDone;
}

}  // namespace

Command calibrateCommand() {
    return {"measure the costs of this machine, for gantry analyze", {"gantry calibrate"}, execute};
}

}  // namespace gantry::tools
