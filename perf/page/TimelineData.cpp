#include "TimelineData.hpp"

#include <perf/analysis/TimelineTables.hpp>
#include <perf/page/TimelineTile.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "ProfileColumns.hpp"

namespace gantry::perf {

namespace {

// Bounds of what a page embeds: some 300 kB in all.
constexpr std::size_t kMostCells = 8192;
constexpr std::size_t kMostRows = 128;
constexpr std::uint32_t kMostColumns = 2048;
constexpr std::size_t kMostCalls = 1500;
constexpr std::size_t kMostMessages = 1000;

// Columns of the strips of the whole window.
constexpr std::uint32_t kStripColumns = 512;

TimelineQuestion wholeQuestion(const Timeline& timeline, const char* kind) {
    TimelineQuestion question;
    question.kind = kind;
    question.window = timeline.extent();
    question.rows = timeline.allRows();
    return question;
}

// A page of answers, as a server gives them; null where it would be cut.
Json wholeAnswer(const Timeline& timeline, const char* kind, std::size_t most) {
    TimelineQuestion question = wholeQuestion(timeline, kind);
    question.limit = most;
    const TimelineAnswer found = answer(timeline, question);
    return found.next ? Json(nullptr) : Json::parse(timelineAnswerJson(question, found));
}

// How long how many rows were in a state at once, for each state of a call.
Json concurrencyOf(const Timeline& timeline) {
    Json states = Json::object();
    constexpr std::array<std::pair<const char*, Activity>, 3> kStates{
        {{"busy", Activity::Busy}, {"idle", Activity::Idle}, {"overhead", Activity::Overhead}}};
    for (const auto& [name, activity] : kStates) {
        TimelineQuestion question = wholeQuestion(timeline, "concurrency");
        question.activity = activity;
        states[name] = Json::parse(timelineAnswerJson(question, answer(timeline, question)));
    }
    return states;
}

Json longestOf(const Timeline& timeline) {
    TimelineQuestion question = wholeQuestion(timeline, "longest");
    question.rows.resize(std::min(question.rows.size(), kMostRows));
    return Json::parse(timelineAnswerJson(question, answer(timeline, question)));
}

Json trafficOf(const Timeline& timeline) {
    TimelineQuestion question = wholeQuestion(timeline, "traffic");
    question.columns = kStripColumns;
    return Json::parse(timelineAnswerJson(question, answer(timeline, question)));
}

// The process of a row: that of its rank, or of its thread where there are no ranks; nothing where
// it is not known.
const ProcessInfo* processOf(const Profile& profile, const TimelineRow& row) {
    if (row.rank >= 0) {
        const auto found =
            std::find_if(profile.processes.begin(), profile.processes.end(),
                         [&row](const ProcessInfo& process) { return process.rank == row.rank; });
        return found == profile.processes.end() ? nullptr : &*found;
    }
    const auto found =
        std::find_if(profile.threads.begin(), profile.threads.end(),
                     [&row](const ThreadProfile& thread) { return thread.id == row.thread; });
    const bool isKnown = found != profile.threads.end() && found->process >= 0 &&
                         static_cast<std::size_t>(found->process) < profile.processes.size();
    return isKnown ? &profile.processes[static_cast<std::size_t>(found->process)] : nullptr;
}

Json rowsOfTimeline(const Timeline& timeline, const Profile& profile) {
    Json rows = Json::array();
    for (const TimelineRow& row : timeline.rows()) {
        const ProcessInfo* const process = processOf(profile, row);
        rows.push_back({{"label", pageText(rowLabel(row))},
                        {"rank", row.rank},
                        {"thread", row.thread},
                        {"host", process == nullptr ? std::string() : pageText(process->host)},
                        {"pid", process == nullptr ? 0 : process->pid},
                        {"first", row.clock.ns(row.firstTicks)},
                        {"last", row.clock.ns(row.lastTicks)},
                        {"records", row.records},
                        {"events", row.events},
                        {"lost", row.lost}});
    }
    return rows;
}

Json tileOf(const Timeline& timeline) {
    TileRequest request{timeline.extent(), 1, timeline.allRows()};
    request.rows.resize(std::min(request.rows.size(), kMostRows));
    const std::size_t room = kMostCells / std::max<std::size_t>(request.rows.size(), 1);
    request.columns = static_cast<std::uint32_t>(std::clamp<std::size_t>(room, 1, kMostColumns));
    return Json::parse(timelineTile(timeline, request));
}

}  // namespace

Json timelineData(const Timeline& timeline, const Profile& profile, PageTimeline use) {
    const bool embeds = use == PageTimeline::Embedded;
    Json data{{"from", timeline.extent().from},
              {"to", timeline.extent().to},
              {"records", timeline.records()},
              {"messages", timeline.messageCount()},
              {"served", !embeds},
              {"rows", rowsOfTimeline(timeline, profile)},
              {"tile", nullptr},
              {"calls", nullptr},
              {"sent", nullptr},
              {"concurrency", nullptr},
              {"traffic", nullptr},
              {"longest", nullptr},
              {"durations", nullptr}};
    if (embeds) {
        data["tile"] = tileOf(timeline);
        data["concurrency"] = concurrencyOf(timeline);
        data["longest"] = longestOf(timeline);
        data["durations"] = wholeAnswer(timeline, "durations", kMostRows);
        if (timeline.messageCount() > 0) {
            data["traffic"] = trafficOf(timeline);
        }
        if (timeline.records() <= 2 * kMostCalls) {
            data["calls"] = wholeAnswer(timeline, "calls", kMostCalls);
        }
        if (timeline.messageCount() <= kMostMessages) {
            data["sent"] = wholeAnswer(timeline, "messages", kMostMessages);
        }
    }
    return data;
}

}  // namespace gantry::perf
