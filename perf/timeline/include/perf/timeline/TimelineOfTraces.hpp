#pragma once

#include <perf/timeline/TimelineBuilder.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace gantry::perf {

/// What a timer's calls are, by its name; nothing for those that are what their caller is.
using ActivityOf = std::function<std::optional<Activity>(const std::string& timer)>;
/// Called now and then with the number of records read so far.
using TimelineProgress = std::function<void(std::uint64_t records)>;

/// Adds the traces of the ranks of a run to a timeline, one row for each thread. For one thread.
///
///     TimelineOfTraces traces(builder);
///     traces.add(trace, 0);
class TimelineOfTraces final {
public:
    /// The builder must outlive this.
    explicit TimelineOfTraces(TimelineBuilder& builder, ActivityOf activity = {},
                              TimelineProgress progress = {});

    /// The next trace; `rank` is -1 for a process without one. Times count from the begin of the
    /// first trace added; the clocks of one machine are taken for one, others meet at the time of
    /// day. Reads the trace once, one chunk in memory at a time. Throws TraceError.
    void add(const Trace& trace, std::int32_t rank);

private:
    void addThread(const Trace& trace, std::uint32_t thread, const TimelineClock& clock,
                   std::int32_t rank);

    TimelineBuilder& builder_;
    ActivityOf activity_;
    TimelineProgress progress_;
    std::optional<TraceClock> first_;
    std::uint64_t records_ = 0;
};

}  // namespace gantry::perf
