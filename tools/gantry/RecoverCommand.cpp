#include <perf/archive/Archive.hpp>
#include <perf/export/ProfileFile.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <ctime>
#include <exception>
#include <iostream>

#include "Command.hpp"
#include "Format.hpp"
#include "OptionParser.hpp"
#include "SegmentChoice.hpp"

namespace gantry::tools {

namespace {

struct Wish {
    bool keep = false;
    bool live = false;
    std::optional<std::filesystem::path> output{};
};

std::string utc(std::int64_t ns) {
    const auto seconds = static_cast<std::time_t>(ns / 1'000'000'000);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    char text[32];
    const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return {text, length};
}

void recover(const std::filesystem::path& path, const Wish& wish) {
    perf::SegmentFile file(path);
    if (file.isLive() && !wish.live) {
        throw std::runtime_error(path.string() + ": process " + std::to_string(file.header().pid) +
                                 " still measures into it; watch it with `gantry top`, or say "
                                 "--live for what it has measured up to now");
    }
    perf::SegmentReader::Reading reading = file.read();
    reading.profile.created = utc(file.header().createdNs + reading.profile.timeNs);
    reading.profile.context.emplace_back("recovered from", path.filename().string());
    if (reading.damaged > 0) {
        reading.profile.context.emplace_back("damaged records left out",
                                             std::to_string(reading.damaged));
    }
    const std::filesystem::path written =
        wish.output.value_or("recovered-" + std::to_string(file.header().pid) + ".gantry");
    if (written.extension() == ".json") {
        perf::writeProfile(written, reading.profile);
    } else {
        perf::writeArchive(written, reading.profile);
    }
    std::cout << written.string() << ": " << plural(reading.profile.timers.size(), "timer") << ", "
              << plural(reading.profile.threads.size(), "thread") << ", "
              << duration(static_cast<double>(reading.profile.timeNs) * 1e-9) << " measured";
    if (reading.damaged > 0) {
        std::cout << "; " << plural(reading.damaged, "damaged record") << " left out";
    }
    std::cout << '\n';
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
