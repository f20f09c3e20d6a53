#include "ProfileText.hpp"

#include <base/text/NumberText.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/model/Misuse.hpp>

#include <sstream>

#include "ProfileNotes.hpp"
#include "TableText.hpp"

namespace gantry::tools {

namespace {

constexpr const char* kIndent = "  ";
constexpr std::size_t kWidth = 118;
constexpr std::size_t kMostProfileLines = 7;

}  // namespace

std::string paragraph(const std::string& head, const std::string& words) {
    std::istringstream stream(words);
    std::string text;
    std::string line = head;
    for (std::string word; stream >> word;) {
        if (line.size() + word.size() + 1 > kWidth) {
            text += line + '\n';
            line.assign(kIndent);
            line += std::string(head.size() - line.size() - 1, ' ');
        }
        line += ' ' + word;
    }
    return text + line + '\n';
}

std::string profileText(const perf::Profile& profile) {
    std::ostringstream text;
    text << "Profile    " << profile.metrics.front().name << " by "
         << profile.metrics.front().source << "; "
         << base::plural(profile.threads.size(), "thread");
    if (profile.ranks) {
        text << " on " << base::plural(profile.ranks->size, "rank");
    }
    perf::ReportTable table = profile.ranks ? perf::rankTable(profile, perf::allMetrics(profile))
                                            : perf::flatTable(profile, perf::allMetrics(profile));
    perf::keepFirst(table, kMostProfileLines);
    text << '\n' << tableText(table, kIndent);
    if (const std::string overhead = overheadText(profile); !overhead.empty()) {
        text << "Overhead   " << overhead << '\n';
    }
    for (const std::string& warning : metricWarnings(profile)) {
        text << paragraph("Warning   ", warning);
    }
    if (!profile.misuse.empty()) {
        text << "Warning    " << perf::describe(profile.misuse.front());
        if (profile.misuse.size() > 1) {
            text << " (" << profile.misuse.size() - 1 << " more: gantry report)";
        }
        text << '\n';
    }
    return text.str();
}

}  // namespace gantry::tools
