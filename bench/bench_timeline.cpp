// How fast a timeline answers: generated calls of many threads, from one pixel column each to a
// few calls in a window. In time of the processor.

#include <perf/analysis/TraceRows.hpp>
#include <perf/analysis/TraceText.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/timeline/Timeline.hpp>
#include <perf/timeline/TimelineBuilder.hpp>
#include <perf/timeline/TimelineOfTraces.hpp>
#include <perf/trace/TraceDrainer.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <cstdint>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

#include "Harness.hpp"

namespace {

using namespace gantry::bench;
using namespace gantry::perf;
namespace fs = std::filesystem;

constexpr std::size_t kEvents = 100'000'000;
constexpr std::size_t kLeastEvents = 200'000;
constexpr std::size_t kRows = 64;
constexpr std::size_t kManyRows = 1024;
constexpr std::uint32_t kColumns = 1600;
constexpr std::uint32_t kNames = 40;
constexpr double kMilli = 1e3;

// Time of the processor, as queries run in one thread and the machine may have other users.
double now() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double seconds(double since) {
    return now() - since;
}

struct Step {
    std::uint32_t after;  // ticks since the step before
    std::uint32_t name;
    bool isStop;
};

// Calls up to six deep: most take some microseconds, some wait for a millisecond.
std::vector<Step> steps(std::size_t count) {
    std::mt19937 random(20260101);
    std::vector<Step> made;
    std::vector<std::uint32_t> open;
    constexpr std::size_t kDepth = 6;
    while (made.size() < count) {
        const bool isStop = !open.empty() && (open.size() == kDepth || random() % 2 == 0);
        const std::uint32_t after = 20 + static_cast<std::uint32_t>(random() % 4000) +
                                    (random() % 1000 == 0 ? 1'000'000U : 0U);
        if (isStop) {
            made.push_back({after, open.back(), true});
            open.pop_back();
        } else {
            open.push_back(static_cast<std::uint32_t>(random() % kNames));
            made.push_back({after, open.back(), false});
        }
    }
    return made;
}

// A file that is removed again.
class Scratch final {
public:
    Scratch()
        : path_(fs::temp_directory_path() /
                ("bench-timeline." + std::to_string(::getpid()) + ".timeline")) {}
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    [[nodiscard]] const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

// Memory of this process that is not of a mapped file, in MB.
double ownMegabytes() {
    std::ifstream status("/proc/self/status");
    double kilobytes = 0;
    for (std::string word; status >> word;) {
        if (word == "RssAnon:") {
            status >> kilobytes;
        }
    }
    return kilobytes / kMilli;
}

struct Built {
    double seconds = 0;  // without the generation
    double megabytes = 0;
};

Built build(const fs::path& file, std::size_t events, std::size_t rows) {
    const std::vector<Step> all = steps(events / rows);
    TimelineBuilder builder;
    std::vector<std::uint32_t> names;
    for (std::uint32_t i = 0; i < kNames; ++i) {
        TimelineName name{"function " + std::to_string(i), {}, {}, {}, {}};
        if (i % 8 == 1) {
            name.activity = Activity::Idle;
        } else if (i % 8 == 2) {
            name.activity = Activity::Overhead;
        }
        names.push_back(builder.name(name));
    }
    Built built;
    const auto begin = now();
    for (std::size_t row = 0; row < rows; ++row) {
        TimelineRow info;
        info.rank = static_cast<std::int32_t>(row);
        builder.beginRow(info);
        std::uint64_t ticks = row * 1000;
        for (const Step& step : all) {
            ticks += step.after;
            if (step.isStop) {
                builder.stop(ticks, names[step.name]);
            } else {
                builder.start(ticks, names[step.name]);
            }
        }
    }
    built.seconds = seconds(begin);
    builder.write(file);
    built.megabytes = static_cast<double>(fs::file_size(file)) / (kMilli * kMilli);
    return built;
}

// The median of nine queries of windows of that share, each at another place.
double query(const Timeline& timeline, double share, const std::vector<std::uint32_t>& rows) {
    const TimelineWindow all = timeline.extent();
    const auto width = static_cast<double>(all.to - all.from);
    constexpr int kTimes = 9;
    std::vector<double> times;
    for (int i = 0; i < kTimes; ++i) {
        const auto from = all.from + static_cast<std::int64_t>(width * (1 - share) * i / kTimes);
        const auto to = from + static_cast<std::int64_t>(width * share);
        const auto begin = now();
        keep(timeline.shares({from, to}, kColumns, rows).cells.data());
        times.push_back(seconds(begin) * kMilli);
    }
    std::sort(times.begin(), times.end());
    return times[kTimes / 2];
}

std::string rowName(double share) {
    constexpr double kPercent = 100;
    std::string text = std::to_string(share * kPercent);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') {
        text.pop_back();
    }
    return "64 rows x 1,600 columns, window of " + text + " %";
}

std::vector<Figure> generated(const Effort& effort) {
    const std::size_t events = effort.of(kEvents, kLeastEvents);
    const Scratch file;
    const Built built = build(file.path(), events, kRows);
    const auto count = static_cast<double>(events - events % kRows);
    std::vector<Figure> figures{
        {"generated: events", count / 1e6, "million"},
        {"generated: built, events a second", count / built.seconds / 1e6, "million"},
        {"generated: time to add an event", built.seconds / count * 1e9, "ns", 20},
        {"generated: bytes for an event, in the file and in memory", built.megabytes / count * 1e6,
         "B", 16}};
    return figures;
}

// In a process of its own, so that what the builder used is not counted.
std::vector<Figure> opened(const Effort& effort) {
    const Scratch file;
    build(file.path(), effort.of(kEvents, kLeastEvents), kRows);
    const double before = ownMegabytes();
    const auto begin = now();
    const Timeline timeline = Timeline::map(file.path());
    std::vector<Figure> figures{{"opened", seconds(begin) * kMilli, "ms", 1000}};
    for (const double share : {1.0, 0.5, 0.1, 0.01, 0.0001, 0.00001}) {
        constexpr double kSmall = 0.01;
        figures.push_back({rowName(share), query(timeline, share, timeline.allRows()), "ms",
                           share > kSmall ? 200.0 : 50.0});
    }
    const TimelineWindow all = timeline.extent();
    const auto stacks = now();
    for (const std::uint32_t row : timeline.allRows()) {
        keep(timeline.stackAt(row, all.from + (all.to - all.from) / 2).size());
    }
    figures.push_back({"stacks of 64 rows at a moment", seconds(stacks) * kMilli, "ms", 50});
    figures.push_back(
        {"memory besides mapped pages", std::max(0.0, ownMegabytes() - before), "MB", 200});
    return figures;
}

// A trace that the engine records, calls up to six deep of 40 timers, drained while it runs.
void record(const fs::path& file, std::size_t records) {
    EngineOptions options;
    options.trace = {TraceMode::Drain, std::size_t{1} << 26U};
    Engine engine(options);
    std::vector<TimerId> timers;
    for (std::uint32_t i = 0; i < kNames; ++i) {
        timers.push_back(engine.registerTimer("function " + std::to_string(i)));
    }
    TraceDrainer drainer(engine.segment(), file);
    constexpr std::size_t kPiece = 1'000'000;
    for (std::size_t done = 0; done < records; done += kPiece) {
        for (const Step& step : steps(std::min(kPiece, records - done))) {
            if (step.isStop) {
                engine.stop(timers[step.name]);
            } else {
                engine.start(timers[step.name]);
            }
        }
        drainer.flush();
    }
}

// Real time, as a person at a terminal waits for the disk and for unpacking, too.
double wall() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

// What `gantry trace FILE` does up to its first line; the median of five.
double firstLine(const fs::path& file) {
    constexpr int kTimes = 5;
    std::vector<double> times;
    for (int i = 0; i < kTimes; ++i) {
        const double begin = wall();
        const Trace trace(readTraceFile(file).chunks);
        TraceRows rows(trace, std::nullopt);
        TraceText text(TraceText::Format::Text, trace);
        TraceRow row;
        if (rows.next(row)) {
            keep(text.line(row).data());
        }
        times.push_back((wall() - begin) * kMilli);
    }
    std::sort(times.begin(), times.end());
    return times[kTimes / 2];
}

std::vector<Figure> recorded(const Effort& effort) {
    constexpr std::size_t kRecords = 10'000'000;
    const Scratch file;
    record(file.path(), effort.of(kRecords, kLeastEvents));
    std::vector<Figure> figures{
        {"recorded: first line of `gantry trace`", firstLine(file.path()), "ms", 500}};
    const Trace trace(readTraceFile(file.path()).chunks);
    const auto count = static_cast<double>(trace.records());
    const double begin = now();
    TimelineBuilder builder;
    TimelineOfTraces(builder).add(trace, -1);
    const double built = seconds(begin);
    const Timeline timeline(builder.image());
    figures.insert(figures.end(),
                   {{"recorded: records", count / 1e6, "million"},
                    {"recorded: bytes for a record, in the trace",
                     static_cast<double>(trace.bytes()) / count, "B", 4},
                    {"recorded: bytes for a record, in the timeline",
                     static_cast<double>(timeline.bytes()) / count, "B", 16},
                    {"recorded: indexed, records a second", count / built / 1e6, "million"},
                    {"recorded: 1,600 columns of the whole run",
                     query(timeline, 1, timeline.allRows()), "ms", 200}});
    return figures;
}

std::vector<Figure> manyRows(const Effort& effort) {
    const Scratch file;
    build(file.path(), effort.of(kEvents, kLeastEvents), kManyRows);
    const Timeline timeline = Timeline::map(file.path());
    std::vector<std::uint32_t> visible = timeline.allRows();
    const double all = query(timeline, 1, visible);
    visible.resize(kRows);
    return {{"1,024 rows x 1,600 columns", all, "ms"},
            {"64 visible rows of 1,024", query(timeline, 1, visible), "ms", 200}};
}

}  // namespace

int main(int argc, char** argv) {
    return runBenchmark(argc, argv,
                        {"How fast a timeline of 100 million events answers, in one thread.",
                         [] { return std::vector<Case>(); },
                         {{"generated", generated},
                          {"opened", opened},
                          {"rows", manyRows},
                          {"recorded", recorded}}});
}
