#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <exception>
#include <iostream>

#include "Command.hpp"
#include "OptionParser.hpp"
#include "SegmentArchive.hpp"
#include "SegmentChoice.hpp"

namespace gantry::tools {

namespace {

struct Wish {
    bool keep = false;
    bool live = false;
    std::optional<std::filesystem::path> output{};
};

void recover(const std::filesystem::path& path, const Wish& wish) {
    perf::SegmentFile file(path);
    if (file.isLive() && !wish.live) {
        throw std::runtime_error(path.string() + ": process " + std::to_string(file.header().pid) +
                                 " still measures into it; watch it with `gantry top`, or say "
                                 "--live for what it has measured up to now");
    }
    const std::filesystem::path written =
        wish.output.value_or("recovered-" + std::to_string(file.header().pid) + ".gantry");
    std::cout << archiveSegment(file, written, "recovered from");
    // Only now: the data stands elsewhere.
    if (!wish.keep && !file.isLive()) {
        std::filesystem::remove(path);
    }
}

}  // namespace

int recoverCommand(const Words& words) {
    OptionParser parser(
        "gantry recover [options] SEGMENT|PID...",
        "Makes an archive of what a killed program has measured, and removes its segment.",
        {"gantry recover 4711", "gantry recover --keep --output run.json FILE.segment"});
    parser
        .option("output", "FILE",
                "The archive to write, or the JSON profile where the name ends in .json;\n"
                "                          default recovered-PID.gantry. One segment only.")
        .flag("keep", "Leave the segment where it is.")
        .flag("live", "Also of a program that still runs: what it has measured up to now.")
        .positional(1, 1000);
    if (!parser.parse(words)) {
        return kDone;
    }
    const Wish wish{parser.has("keep"), parser.has("live"),
                    parser.has("output")
                        ? std::optional<std::filesystem::path>(*parser.value("output"))
                        : std::nullopt};
    if (wish.output && parser.positionalWords().size() > 1) {
        throw UsageError("--output goes with one segment");
    }
    int status = kDone;
    for (const std::string& word : parser.positionalWords()) {
        try {
            recover(chooseSegment(word), wish);
        } catch (const perf::SegmentError& error) {
            std::cerr << "gantry: " << error.what() << '\n';
            status = error.kind() == perf::SegmentError::Kind::Missing ? kFailed : kDamagedFile;
        } catch (const std::exception& error) {
            std::cerr << "gantry: " << error.what() << '\n';
            status = kFailed;
        }
    }
    return status;
}

}  // namespace gantry::tools
