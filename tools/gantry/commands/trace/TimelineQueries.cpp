#include "TimelineQueries.hpp"

#include <base/text/NumberText.hpp>
#include <base/text/TimeText.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/analysis/TimelineTables.hpp>
#include <perf/recording/TimelineSource.hpp>

#include <algorithm>
#include <iostream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

std::vector<std::string> kinds() {
    std::vector<std::string> names;
    for (const perf::TimelineQuery& query : perf::timelineQueries()) {
        names.emplace_back(query.name);
    }
    return names;
}

// The options of a query as they stand, read before the trace is opened.
struct AskedQuery {
    perf::TimelineQuestion question;  ///< without what only the timeline knows: window, rows
    std::optional<std::int64_t> from;
    std::optional<std::int64_t> to;
    std::optional<std::int64_t> moment;
    std::vector<perf::TimelineRowRange> rows;
};

perf::TimelineCursor cursorOf(const OptionParser& parser) {
    const std::string word = parser.value("cursor").value_or("0:0");
    const std::optional<perf::TimelineCursor> cursor = perf::timelineCursor(word);
    if (!cursor) {
        throw UsageError("--cursor takes the value from an earlier result, such as 3:1200, not '" +
                         word + "'");
    }
    return *cursor;
}

perf::Activity activityOf(const OptionParser& parser) {
    const std::vector<std::string> states(perf::kActivityNames.begin(), perf::kActivityNames.end());
    const std::string state = choiceValue(parser, "state", states).value_or("busy");
    return perf::activityNamed(state).value();
}

AskedQuery askedQuery(const OptionParser& parser) {
    AskedQuery request;
    perf::TimelineQuestion& question = request.question;
    question.kind = *choiceValue(parser, "query", kinds());
    request.from = timeValue(parser, "from");
    request.to = timeValue(parser, "to");
    request.moment = timeValue(parser, "at");
    if (const std::optional<std::string> word = parser.value("rows")) {
        request.rows = readValue("rows", [&] { return perf::timelineRowRanges(*word); });
    }
    constexpr std::uint64_t kMostColumns = 100'000;
    constexpr std::uint64_t kUsualColumns = 28;
    const std::uint64_t columns =
        countValue(parser, "columns", kMostColumns).value_or(kUsualColumns);
    question.columns = static_cast<std::uint32_t>(std::max<std::uint64_t>(columns, 1));
    question.name = parser.value("timer").value_or("");
    question.component = parser.value("component").value_or("");
    question.least = timeValue(parser, "least").value_or(0);
    question.most = timeValue(parser, "most");
    question.activity = activityOf(parser);
    if (const auto receiver =
            countValue(parser, "receiver", std::numeric_limits<std::int32_t>::max())) {
        question.receiver = static_cast<std::int32_t>(*receiver);
    }
    constexpr std::uint64_t kUsualLimit = 100;
    question.limit = countValue(parser, "limit").value_or(kUsualLimit);
    question.cursor = cursorOf(parser);
    return request;
}

perf::TimelineQuestion questionOf(const AskedQuery& request, const perf::Timeline& timeline) {
    perf::TimelineQuestion question = request.question;
    question.window.from = request.from.value_or(timeline.extent().from);
    question.window.to = request.to.value_or(timeline.extent().to);
    question.moment = request.moment.value_or(question.window.from);
    question.rows =
        readValue("rows", [&] { return perf::timelineRows(request.rows, timeline.rows().size()); });
    return question;
}

void printText(const perf::TimelineQuestion& question, const perf::TimelineAnswer& answer) {
    if (!answer.table.rows.empty()) {
        std::cout << perf::tableText(answer.shown ? *answer.shown : answer.table);
    }
    if (answer.next) {
        std::cout << "... more: --cursor " << perf::timelineCursorText(*answer.next) << '\n';
    }
    if (answer.table.rows.empty()) {
        std::cout << "nothing found\n";
    }
    constexpr double kSeconds = 1e-9;
    std::cout << "window     "
              << base::duration(static_cast<double>(question.window.from) * kSeconds) << " to "
              << base::duration(static_cast<double>(question.window.to) * kSeconds)
              << " since the measurement began\n";
}

// Says on a terminal how far the making of a timeline is.
void showProgress(std::uint64_t records) {
    if (::isatty(STDERR_FILENO) != 0) {
        std::cerr << "\rgantry: indexing the trace: " << base::plural(records, "record")
                  << std::flush;
    }
}

void endProgress(bool made) {
    if (made && ::isatty(STDERR_FILENO) != 0) {
        constexpr int kLine = 60;
        std::cerr << '\r' << std::string(kLine, ' ') << '\r' << std::flush;
    }
}

}  // namespace

void addTimelineOptions(OptionParser& parser) {
    std::string known;
    for (const perf::TimelineQuery& query : perf::timelineQueries()) {
        known +=
            (known.empty() ? "" : "; ") + std::string(query.name) + ": " + std::string(query.about);
    }
    parser
        .option("query", "WHAT",
                "Query the timeline between --from and --to instead. " + known + '.')
        .option("columns", "N", "With --query: number of columns of the window (default: 28).")
        .option("rows", "LIST", "With --query: only these rows, such as 0,4-7.")
        .option("at", "TIME", "With --query: point in time for stack-at, next and previous.")
        .option("component", "PATTERN",
                "With --query search, longest and durations: only calls of components whose "
                "name matches.")
        .option("least", "TIME",
                "With --query search and durations: only calls that took at least this time.")
        .option("most", "TIME",
                "With --query search and durations: only calls that took at most this time.")
        .option("state", "STATE",
                "With --query concurrency: outside, busy, idle or overhead (default: busy).")
        .option("receiver", "RANK", "With --query traffic: only messages to this rank.")
        .option("limit", "N", "With --query: at most N calls, events or messages (default: 100).")
        .option("cursor", "ROW:RECORD", "With --query: continue where an earlier answer ended.");
}

void queryTimeline(const OptionParser& parser) {
    const AskedQuery asked = askedQuery(parser);
    if (const auto option = parser.firstGiven({"thread", "last", "messages"})) {
        throw UsageError("--" + *option + " has no meaning with --query");
    }
    perf::TimelineRequest request;
    request.words = parser.positionalWords();
    request.progress = showProgress;
    const perf::OpenedTimeline opened = perf::openTimeline(request);
    endProgress(opened.made);
    for (const std::string& note : opened.notes) {
        std::cerr << "gantry: " << note << '\n';
    }
    const perf::TimelineQuestion question = questionOf(asked, opened.timeline);
    const perf::TimelineAnswer answer =
        readValue("query", [&] { return perf::answer(opened.timeline, question); });
    if (parser.has("json")) {
        std::cout << perf::timelineAnswerJson(question, answer);
    } else if (parser.has("csv")) {
        std::cout << perf::timelineAnswerCsv(answer);
    } else {
        printText(question, answer);
    }
    std::cout << std::flush;
}

}  // namespace gantry::tools
