#include "TimelineDurationTables.hpp"

#include <array>
#include <cstdio>
#include <utility>

#include "TimelineValues.hpp"

namespace gantry::perf::timeline {

namespace {

using Shown = ReportColumn::Shown;

// Empty where all are wanted, which no look-up of a name then slows down.
std::vector<bool> namesIn(const Timeline& timeline, const TimelineQuestion& question) {
    return question.name.empty() && question.component.empty()
               ? std::vector<bool>()
               : timeline.namesLike(question.name, question.component);
}

}  // namespace

// In integers: a double has 15 digits, which a moment in ns of a long run exceeds.
std::string secondsText(std::int64_t ns) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    std::array<char, 48> text{};
    const std::int64_t size = ns < 0 ? -ns : ns;
    std::snprintf(text.data(), text.size(), "%s%lld.%09lld", ns < 0 ? "-" : "",
                  static_cast<long long>(size / kSecond), static_cast<long long>(size % kSecond));
    return text.data();
}

TimelineAnswer longestAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    const auto stretches =
        timeline.longest(question.window, question.rows, namesIn(timeline, question));
    ReportTable table{"longest", "stretch", {}, {}, {}, 0};
    table.columns = {rowNumber(),
                     rowText(),
                     {"state", "state", ""},
                     {"fromNs", "", "ns", Shown::ToPrograms},
                     {"from", "from (s)", ""},
                     {"durationNs", "", "ns", Shown::ToPrograms},
                     {"duration", "longest", "ns"}};
    for (std::size_t i = 0; i < stretches.size(); ++i) {
        const std::uint32_t row = question.rows[i];
        for (std::size_t state = 0; state < kActivities; ++state) {
            const TimelineStretch& one = stretches[i][state];
            if (one.to > one.from) {
                table.rows.push_back({std::int64_t{row}, rowLabel(timeline.rows()[row]),
                                      std::string(kActivityNames[state]), one.from,
                                      secondsText(one.from), one.to - one.from,
                                      static_cast<double>(one.to - one.from)});
            }
        }
    }
    return {std::move(table), {}, {}};
}

TimelineAnswer durationsAnswer(const Timeline& timeline, const TimelineQuestion& question) {
    TimelineSearch search;
    search.window = question.window;
    search.rows = question.rows;
    search.names = namesIn(timeline, question);
    search.least = question.least;
    search.most = question.most;
    ReportTable table{"durations", "class", {}, {}, {}, 0};
    table.columns = {{"leastNs", "", "ns", Shown::ToPrograms},
                     {"least", "from", "ns"},
                     {"belowNs", "", "ns", Shown::ToPrograms},
                     {"below", "to below", "ns"},
                     {"calls", "calls", ""},
                     {"timeNs", "", "ns", Shown::ToPrograms},
                     {"time", "total", "ns"}};
    for (const TimelineDurations& one : timeline.durations(search)) {
        table.rows.push_back({one.least, static_cast<double>(one.least), one.below,
                              static_cast<double>(one.below), whole(one.calls), one.total,
                              static_cast<double>(one.total)});
    }
    return {std::move(table), {}, {}};
}

}  // namespace gantry::perf::timeline
