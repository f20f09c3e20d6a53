#include "TimelineRoutes.hpp"

#include <perf/analysis/TimelineTables.hpp>
#include <perf/page/TimelineTile.hpp>

#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gantry::server {

namespace {

constexpr std::string_view kApi = "/api/";
constexpr std::string_view kTile = "/api/timeline";
constexpr std::string_view kBinaryTile = "/api/timeline.bin";

std::invalid_argument wrongValue(const std::string& name, const std::string& allowed) {
    return std::invalid_argument("the value of '" + name + "' has to be " + allowed);
}

std::optional<std::int64_t> number(const HttpRequest& request, const std::string& name) {
    const auto text = request.value(name);
    if (!text) {
        return std::nullopt;
    }
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
    if (error != std::errc() || end != text->data() + text->size()) {
        throw wrongValue(name, "a whole number");
    }
    return value;
}

std::int64_t bounded(const HttpRequest& request, const std::string& name,
                     std::pair<std::int64_t, std::int64_t> bounds, std::int64_t usual) {
    const std::int64_t value = number(request, name).value_or(usual);
    if (value < bounds.first || value > bounds.second) {
        throw wrongValue(name, "a whole number from " + std::to_string(bounds.first) + " to " +
                                   std::to_string(bounds.second));
    }
    return value;
}

perf::TimelineWindow windowOf(const perf::Timeline& timeline, const HttpRequest& request) {
    const perf::TimelineWindow window{number(request, "from").value_or(timeline.extent().from),
                                      number(request, "to").value_or(timeline.extent().to)};
    if (window.to < window.from) {
        throw wrongValue("to", "no less than that of 'from'");
    }
    return window;
}

perf::Activity activityIn(const HttpRequest& request) {
    const std::optional<perf::Activity> activity =
        perf::activityNamed(request.value("state").value_or("busy"));
    if (!activity) {
        throw wrongValue("state", "outside, busy, idle or overhead");
    }
    return *activity;
}

std::vector<std::uint32_t> rowsIn(const perf::Timeline& timeline, const HttpRequest& request) {
    return perf::timelineRows(perf::timelineRowRanges(request.value("rows").value_or("")),
                              timeline.rows().size());
}

// Times what is answered for each of them; more than any screen has.
void refuseTooMuch(std::size_t rows, std::int64_t columns) {
    constexpr std::size_t kMostCells = 1 << 18;
    if (rows * static_cast<std::size_t>(columns) > kMostCells) {
        throw std::invalid_argument("at most " + std::to_string(kMostCells) +
                                    " cells are returned at once: request fewer rows or columns");
    }
}

constexpr std::int64_t kMostColumns = 8192;
constexpr std::int64_t kUsualColumns = 1000;

HttpReply tileReply(const perf::Timeline& timeline, const HttpRequest& request) {
    const std::int64_t columns = bounded(request, "columns", {1, kMostColumns}, kUsualColumns);
    perf::TileRequest tile{windowOf(timeline, request), static_cast<std::uint32_t>(columns),
                           rowsIn(timeline, request), bounded(request, "together", {0, 1}, 0) == 1};
    refuseTooMuch(tile.rows.size(), columns);
    return request.path == kTile
               ? httpReply(perf::timelineTile(timeline, tile))
               : httpReply(perf::binaryTile(timeline, tile), 200, "application/octet-stream");
}

perf::TimelineQuestion questionIn(const perf::Timeline& timeline, const HttpRequest& request) {
    constexpr std::int64_t kMostEntries = 10'000;
    constexpr std::int64_t kMostTime = std::int64_t{1} << 62;
    constexpr std::int64_t kMostRank = (std::int64_t{1} << 31) - 1;
    perf::TimelineQuestion question;
    question.kind = request.path.substr(kApi.size());
    question.window = windowOf(timeline, request);
    const std::int64_t columns = bounded(request, "columns", {1, kMostColumns}, 1);
    question.columns = static_cast<std::uint32_t>(columns);
    question.rows = rowsIn(timeline, request);
    refuseTooMuch(question.rows.size(), columns);
    question.moment = number(request, "at").value_or(question.window.from);
    question.name = request.value("name").value_or("");
    question.component = request.value("component").value_or("");
    question.least = bounded(request, "least", {0, kMostTime}, 0);
    question.most = number(request, "most");
    question.activity = activityIn(request);
    if (request.value("receiver")) {
        question.receiver =
            static_cast<std::int32_t>(bounded(request, "receiver", {0, kMostRank}, 0));
    }
    question.limit = static_cast<std::size_t>(bounded(request, "limit", {1, kMostEntries}, 100));
    const auto cursor = perf::timelineCursor(request.value("cursor").value_or("0:0"));
    if (!cursor) {
        throw wrongValue("cursor", "the value from an earlier result");
    }
    question.cursor = *cursor;
    return question;
}

}  // namespace

bool asksTimeline(const std::string& path) {
    if (path == kTile || path == kBinaryTile) {
        return true;
    }
    const auto& known = perf::timelineQueries();
    return path.starts_with(kApi) &&
           std::any_of(known.begin(), known.end(), [&path](const perf::TimelineQuery& query) {
               return std::string_view(path).substr(kApi.size()) == query.name;
           });
}

std::optional<HttpReply> timelineReply(const perf::Timeline& timeline, const HttpRequest& request) {
    if (request.path == kTile || request.path == kBinaryTile) {
        return tileReply(timeline, request);
    }
    if (!asksTimeline(request.path)) {
        return std::nullopt;
    }
    const perf::TimelineQuestion question = questionIn(timeline, request);
    return httpReply(perf::timelineAnswerJson(question, perf::answer(timeline, question)));
}

}  // namespace gantry::server
