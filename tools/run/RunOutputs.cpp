#include "RunOutputs.hpp"

#include <base/files/FileError.hpp>
#include <perf/recording/OutputPlace.hpp>

#include <filesystem>
#include <string>

#include "ApplicationRun.hpp"
#include "WrongOption.hpp"

namespace gantry::tools {

namespace {

void check(const std::string& option, const std::filesystem::path& file) {
    try {
        perf::requireOutput(file);
    } catch (const base::FileError& error) {
        throw WrongOption(std::string(error.what()) +
                              "; nothing was run: name a file in a folder that exists and that you "
                              "may write to",
                          option);
    }
}

}  // namespace

// Called before anything runs: hours of a run must not end in a file that cannot be written.
void checkOutputs(const RunOptions& options) {
    if (options.archive) {
        check("archive", *options.archive);
    }
    if (options.profile) {
        check("profile", *options.profile);
    }
    if (options.changes) {
        check("changes", *options.changes);
    }
    if (options.monitoring.records) {
        // Records go to numbered files; the first one stands for all of them.
        check("records", *options.monitoring.records + ".1.csv");
    }
}

}  // namespace gantry::tools
