// The profile at the end of a run, short enough for the end of a terminal: what took most, how far
// it can be relied on, and where to read more.

#include <base/text/NumberText.hpp>
#include <base/text/Paragraph.hpp>
#include <perf/analysis/ClockText.hpp>
#include <perf/analysis/ProfileNotes.hpp>
#include <perf/analysis/ProfileText.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/analysis/StateTable.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/model/Misuse.hpp>
#include <perf/model/Overhead.hpp>

#include <sstream>

namespace gantry::perf {

namespace {

constexpr const char* kIndent = "  ";
constexpr std::size_t kWidth = 80;
constexpr std::size_t kMostProfileLines = 7;
// What the module kokkos_tuning notes of each context.
constexpr const char* kKokkosTuning = "Kokkos tuning ";

}  // namespace

std::string paragraph(const std::string& head, const std::string& words) {
    return base::paragraph(head, words, {head.size() + 1, kWidth});
}

std::string warningsText(const Profile& profile) {
    std::ostringstream text;
    for (const std::string& warning : metricWarnings(profile)) {
        text << paragraph("Warning   ", warning);
    }
    // The first one stands for all: a program with one mistake often makes it in many places.
    if (!profile.misuse.empty()) {
        const std::size_t more = profile.misuse.size() - 1;
        text << paragraph("Warning   ",
                          describe(profile.misuse.front()) +
                              (more == 0 ? "" : " (" + std::to_string(more) + " more)"));
    }
    return text.str();
}

std::string tunedText(const Profile& profile) {
    constexpr std::size_t kMostShown = 3;
    std::ostringstream text;
    std::size_t contexts = 0;
    for (const auto& [key, value] : profile.context) {
        if (key.rfind(kKokkosTuning, 0) == 0 && contexts++ < kMostShown) {
            text << paragraph("Tuned     ", value);
        }
    }
    if (contexts > kMostShown) {
        text << paragraph("Tuned     ", base::plural(contexts - kMostShown, "more context") +
                                            " are facts of the run: " + kKokkosTuning +
                                            std::to_string(kMostShown + 1) + " and so on");
    }
    return text.str();
}

std::string profileText(const Profile& measured) {
    const Profile profile = compensatedWhereKnown(measured);
    const Metric& first = profile.metrics.front();
    std::ostringstream text;
    text << paragraph(
        "Profile   ",
        first.name + " by " + first.source + "; " + base::plural(profile.threads.size(), "thread") +
            (profile.ranks ? " on " + base::plural(profile.ranks->size, "rank") : std::string()));
    ReportTable table = profile.ranks ? rankTable(profile, allMetrics(profile))
                                      : flatTable(profile, allMetrics(profile));
    keepFirst(table, kMostProfileLines);
    text << tableText(table, kIndent);
    if (const std::string states = stateText(profile, StateRules(usualStates())); !states.empty()) {
        text << paragraph("States    ", "busy/idle/overhead: " + states);
    }
    text << paragraph("Values    ", valuesText(profile));
    if (const std::string overhead = overheadText(measured); !overhead.empty()) {
        text << "Overhead   " << overhead << '\n';
    }
    if (const std::string clock = clockOfRun(profile); profile.ranks && !clock.empty()) {
        text << paragraph("Clock     ", clock);
    }
    text << warningsText(profile);
    return text.str();
}

}  // namespace gantry::perf
