#include "RunSteps.hpp"

#include <algorithm>
#include <cmath>

namespace gantry::perf {

namespace {

/// Up to which call each step goes: by step and thread, one behind the last.
using StepEnds = std::vector<std::vector<std::uint32_t>>;

constexpr std::size_t kFewestMeetings = 8;
constexpr std::size_t kMostSteps = 128;

StepEnds meetingsOf(const MpiTrace& run) {
    StepEnds meetings;
    for (const MpiCall& call : run.threads.front().calls) {
        if (call.collective < 0) {
            continue;
        }
        const MpiCollective& all = run.collectives[static_cast<std::size_t>(call.collective)];
        const bool isForAll =
            all.kind == CollectiveKind::Barrier || all.kind == CollectiveKind::All;
        if (!all.isWhole || !isForAll || all.members.size() != run.threads.size()) {
            continue;
        }
        std::vector<std::uint32_t> ends(run.threads.size());
        for (const MpiPlace& member : all.members) {
            ends[member.thread] = member.call + 1;
        }
        meetings.push_back(std::move(ends));
    }
    return meetings;
}

StepEnds endsOf(const MpiTrace& run) {
    StepEnds meetings = meetingsOf(run);
    StepEnds ends;
    if (meetings.size() >= kFewestMeetings) {
        const std::size_t steps = std::min(meetings.size(), kMostSteps);
        for (std::size_t step = 1; step <= steps; ++step) {
            ends.push_back(meetings[step * meetings.size() / steps - 1]);
        }
    } else {
        constexpr std::size_t kPieces = 16;
        constexpr std::size_t kFewestCalls = 4 * kPieces;
        const bool hasMany = std::all_of(
            run.threads.begin(), run.threads.end(),
            [](const MpiThread& thread) { return thread.calls.size() >= kFewestCalls; });
        for (std::size_t step = 1; hasMany && step < kPieces; ++step) {
            ends.emplace_back();
            for (const MpiThread& thread : run.threads) {
                ends.back().push_back(
                    static_cast<std::uint32_t>(step * thread.calls.size() / kPieces));
            }
        }
    }
    std::vector<std::uint32_t> last;
    for (const MpiThread& thread : run.threads) {
        last.push_back(static_cast<std::uint32_t>(thread.calls.size()));
    }
    ends.push_back(std::move(last));
    return ends;
}

// The call `at`, or the time between the one before and it; all: from the first to the last instant
// of the thread.
template <class Calls>
CallTimes::Span stretch(const Calls& calls, std::size_t at, bool isInside,
                        const CallTimes::Span& all) {
    if (isInside) {
        return {calls[at].begin, calls[at].end};
    }
    return {at == 0 ? all.begin : calls[at - 1].end,
            at == calls.size() ? all.end : calls[at].begin};
}

// The same part of another stretch.
std::int64_t moved(std::int64_t time, const CallTimes::Span& from, const CallTimes::Span& to) {
    const double part = from.end > from.begin ? static_cast<double>(time - from.begin) /
                                                    static_cast<double>(from.end - from.begin)
                                              : 0;
    return to.begin +
           std::llround(std::clamp(part, 0.0, 1.0) * static_cast<double>(to.end - to.begin));
}

}  // namespace

std::vector<RunStep> stepsOf(const MpiTrace& run, const CallTimes& times,
                             const std::vector<Wait>& waits, std::int64_t master) {
    const StepEnds ends = endsOf(run);
    std::vector<RunStep> steps(ends.size());
    std::vector<std::uint32_t> next(run.threads.size());
    std::int64_t reached = 0;
    for (std::size_t step = 0; step < ends.size(); ++step) {
        std::int64_t latest = reached;
        for (std::size_t thread = 0; thread < run.threads.size(); ++thread) {
            const auto& calls = times.calls[thread];
            double useful = 0;
            for (std::uint32_t& call = next[thread]; call < ends[step][thread]; ++call) {
                const std::int64_t before = call == 0 ? 0 : calls[call - 1].end;
                useful += static_cast<double>(calls[call].begin - before);
                latest = std::max(latest, calls[call].end);
            }
            steps[step].useful.push_back(useful);
        }
        steps[step].lengthNs = static_cast<double>(latest - reached);
        reached = latest;
    }
    for (const Wait& wait : waits) {
        std::size_t step = 0;
        const auto thread = wait.waiting.thread;
        step = static_cast<std::size_t>(
            std::partition_point(ends.begin(), ends.end(),
                                 [&](const auto& of) { return of[thread] <= wait.waiting.call; }) -
            ends.begin());
        step = std::min(step, steps.size() - 1);
        const auto time = static_cast<double>(wait.timeNs);
        steps[step].waits.at(static_cast<std::size_t>(wait.kind)) += time;
        if (wait.kind == WaitKind::LateSender && std::int64_t{wait.cause.thread} == master) {
            steps[step].masterNs += time;
        }
    }
    return steps;
}

std::vector<std::int64_t> timesOfChanges(const MpiThread& all,
                                         const std::vector<CallTimes::Span>& calls,
                                         const CallTimes::Span& whole) {
    std::vector<std::int64_t> times;
    times.reserve(all.changes.size());
    std::size_t at = 0;
    for (const PathChange& change : all.changes) {
        while (at < all.calls.size() && all.calls[at].end <= change.time) {
            ++at;
        }
        // In the call `at`, or between the one before and it.
        const bool isInside = at < all.calls.size() && all.calls[at].begin <= change.time;
        times.push_back(moved(change.time, stretch(all.calls, at, isInside, {all.begin, all.end}),
                              stretch(calls, at, isInside, whole)));
    }
    return times;
}

void useTimes(MpiTrace& run, const CallTimes& times) {
    for (std::size_t thread = 0; thread < run.threads.size(); ++thread) {
        MpiThread& all = run.threads[thread];
        const std::vector<std::int64_t> changes =
            timesOfChanges(all, times.calls[thread], times.threads[thread]);
        for (std::size_t i = 0; i < changes.size(); ++i) {
            all.changes[i].time = changes[i];
        }
        for (std::size_t call = 0; call < all.calls.size(); ++call) {
            all.calls[call].begin = times.calls[thread][call].begin;
            all.calls[call].end = times.calls[thread][call].end;
        }
        all.begin = times.threads[thread].begin;
        all.end = times.threads[thread].end;
    }
}

}  // namespace gantry::perf
