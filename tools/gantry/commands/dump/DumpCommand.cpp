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
        "Makes an archive of what a program has measured up to now, with its trace where it keeps "
        "one. The\n"
        "program is neither stopped nor told.",
        {"gantry dump 4711", "gantry dump --output now.gantry 4711"});
    parser
        .option("output", "FILE",
                "The archive to write, or the JSON profile where the name ends in .json;\n"
                "                          default dump-PID.gantry. An older file is replaced.")
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
