#include <base/text/Printable.hpp>
#include <base/text/TimeText.hpp>
#include <perf/analysis/SegmentList.hpp>
#include <perf/recording/ForgottenSegments.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <chrono>
#include <iostream>

#include "Command.hpp"
#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

int clean(const std::vector<perf::SegmentInfo>& infos) {
    int status = kDone;
    std::size_t removed = 0;
    for (const perf::SegmentInfo& info :
         perf::forgottenOf(infos, std::chrono::system_clock::now())) {
        std::error_code error;
        std::filesystem::remove(info.path, error);
        if (error) {
            std::cerr << "gantry: " << info.path.string() << ": " << error.message() << '\n';
            status = kFailed;
            continue;
        }
        ++removed;
        std::cout << "removed " << base::printable(info.path.string()) << " of "
                  << base::clockText(static_cast<double>(info.lastNs) * 1e-9) << ": "
                  << base::printable(info.command) << '\n';
    }
    if (removed == 0 && status == kDone) {
        std::cout << "no segment here belongs to a process that ended more than a day ago\n";
    }
    return status;
}

int execute(const Words& words) {
    OptionParser parser("gantry ps [options]",
                        "Lists the programs that are being measured (live), the segments of "
                        "killed programs (stale), and the segments of programs that have ended "
                        "but whose archive was not written (ended).",
                        {"gantry ps", "gantry ps --json", "gantry ps --clean"});
    parser
        .option("folder", "DIR",
                "Folder to look in (default: GANTRY_SEGMENT_DIR, or the usual folder of this "
                "user).")
        .flag("clean",
              "Remove the segments of processes that ended more than a day ago, and report each "
              "one.")
        .flag("json", "Print one JSON document.");
    if (!parser.parse(words)) {
        return kDone;
    }
    const std::filesystem::path folder =
        parser.value("folder").value_or(perf::segmentFolder().string());
    if (parser.has("folder") && !std::filesystem::is_directory(folder)) {
        throw UsageError("--folder: there is no folder '" + folder.string() +
                         "'; name one with segments");
    }
    const std::vector<perf::SegmentInfo> infos = perf::segmentsIn(folder);
    if (parser.has("clean") && parser.has("json")) {
        throw UsageError("--clean reports what it removes as text; omit --json");
    }
    if (parser.has("clean")) {
        return clean(infos);
    }
    if (parser.has("json")) {
        std::cout << perf::segmentsJson(infos);
    } else if (infos.empty()) {
        std::cout << "no program is being measured, and none has left a segment in "
                  << folder.string() << '\n';
    } else {
        std::cout << base::printableLines(perf::segmentsTable(infos));
    }
    return kDone;
}

}  // namespace

Command psCommand() {
    return {"list measured processes, and the segments of killed ones", {}, execute};
}

}  // namespace gantry::tools
