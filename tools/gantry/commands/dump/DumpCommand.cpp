#include <perf/recording/SegmentArchive.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <filesystem>
#include <iostream>
#include <string>

#include "Command.hpp"
#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

int execute(const Words& words) {
    OptionParser parser(
        "gantry dump [options] PID|SEGMENT",
        "Writes an archive of what a running program has measured so far, with its trace if it "
        "keeps one. The program is not stopped and need not cooperate.",
        {"gantry dump 4711", "gantry dump --output now.gantry 4711"});
    parser
        .option("output", "FILE",
                "Archive to write, or JSON profile if the name ends in .json (default: "
                "dump-PID.gantry). An existing file is replaced.")
        .positional("PID|SEGMENT");
    if (!parser.parse(words)) {
        return kDone;
    }
    perf::SegmentFile file(perf::chooseSegment(parser.positionalWords().front()));
    const std::filesystem::path output =
        parser.value("output").value_or("dump-" + std::to_string(file.header().pid) + ".gantry");
    std::cout << perf::archiveSegment(file, output, "dumped from");
    return kDone;
}

}  // namespace

Command dumpCommand() {
    return {"write an archive of a program that is running", {}, execute};
}

}  // namespace gantry::tools
