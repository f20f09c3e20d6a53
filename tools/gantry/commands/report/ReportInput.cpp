#include "ReportInput.hpp"

#include <perf/analysis/ViewTables.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/recording/ArchiveMerge.hpp>
#include <perf/runs/RunFile.hpp>

#include <filesystem>
#include <stdexcept>
#include <utility>

#include "RunNotes.hpp"

namespace gantry::tools {

namespace {

ReportInput readMerged(const Words& files) {
    perf::MergedRun run = perf::mergedRun({files.begin(), files.end()});
    ReportInput input{std::move(run.profile), std::move(run.history)};
    // The report is printed all the same; the status says that files are missing in it.
    input.status = reportLeftOut(run.unreadable);
    return input;
}

}  // namespace

ReportInput readReportInput(const Words& files, const std::string& wanted) {
    if (files.size() > 1) {
        return readMerged(files);
    }
    const std::filesystem::path file = files.front();
    ReportInput input{perf::readProfileFile(file)};
    const bool archive = perf::looksLikeArchive(file);
    if (!archive && perf::isOfHistory(wanted)) {
        throw std::runtime_error(file.string() + ": a JSON profile has no " + wanted +
                                 "; `gantry run` keeps them in an archive");
    }
    if (archive && input.profile.ranks) {
        input.ranks = perf::readRankTotals(file);
    }
    if (archive && !wanted.empty()) {
        input.history = perf::readHistory(file);
    }
    return input;
}

}  // namespace gantry::tools
