#include "HtmlReport.hpp"

#include <base/files/AtomicFile.hpp>
#include <perf/page/RunPage.hpp>
#include <perf/runs/RunFindings.hpp>
#include <perf/runs/RunTimeline.hpp>

#include <SummaryJson.hpp>
#include <filesystem>
#include <iostream>

#include "RunNotes.hpp"

namespace gantry::tools {

void writeHtmlReport(const std::vector<std::string>& files, const perf::Profile& profile,
                     const perf::History& history, const std::optional<std::string>& out) {
    const std::string& file = files.front();
    const std::optional<perf::Timeline> timeline =
        files.size() == 1 ? perf::timelineForPage(file, printNote) : std::nullopt;
    const std::string page =
        perf::runPage({std::filesystem::path(file).filename().string(), profile, history,
                       timeline ? &*timeline : nullptr,
                       perf::analysisForPage({file, profile, history, timeline}, printNote),
                       records::summaryForPage(history)});
    if (!out) {
        std::cout << page;
        return;
    }
    base::AtomicFile draft(*out);
    draft.write(page);
    draft.commit();
}

}  // namespace gantry::tools
