#include "ReportInput.hpp"

#include <base/InputError.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/ViewTables.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/recording/ArchiveMerge.hpp>
#include <perf/runs/RunFile.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <utility>

#include "Advice.hpp"

namespace gantry::tools {

namespace {

ReportInput readMerged(const Words& files) {
    perf::MergedRun run = perf::mergedRun({files.begin(), files.end()});
    ReportInput input{std::move(run.profile), std::move(run.history)};
    for (const base::InputError& error : run.unreadable) {
        std::cerr << "gantry: left out: " << base::printable(messageOf(error)) << '\n';
        // The report is printed all the same; the status says that files are missing in it.
        input.status = std::max(input.status, static_cast<int>(exitStatusOf(error)));
    }
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
