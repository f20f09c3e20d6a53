#include <perf/analysis/findings/WaitStates.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

namespace gantry::perf {

namespace {

using PathTimes = std::map<std::uint32_t, std::int64_t>;

/// Calls f(path, time) for each stay of the thread in a call path between two moments.
template <class F>
void forEachStay(const MpiThread& thread, std::int64_t from, std::int64_t to, F f) {
    auto change = std::upper_bound(
        thread.changes.begin(), thread.changes.end(), from,
        [](std::int64_t time, const PathChange& each) { return time < each.time; });
    change = change == thread.changes.begin() ? change : change - 1;
    for (; change != thread.changes.end() && change->time < to; ++change) {
        const std::int64_t begin = std::max(change->time, from);
        const std::int64_t end =
            change + 1 == thread.changes.end() ? to : std::min((change + 1)->time, to);
        if (end > begin) {
            f(change->path, end - begin);
        }
    }
}

class DelayFinder final {
public:
    DelayFinder(const MpiTrace& run, const CallTimes& times, const std::vector<Wait>& waits)
        : run_(run), times_(times), waitOf_(run.threads.size()), cost_(run.threads.size()) {
        for (std::size_t thread = 0; thread < run.threads.size(); ++thread) {
            waitOf_[thread].resize(run.threads[thread].calls.size());
            cost_[thread].resize(run.paths.size());
        }
        for (const Wait& wait : waits) {
            waitOf_[wait.waiting.thread][wait.waiting.call] = wait.timeNs;
        }
    }

    DelayCosts costs(const std::vector<Wait>& waits) {
        std::vector<const Wait*> byTime;
        byTime.reserve(waits.size());
        for (const Wait& wait : waits) {
            byTime.push_back(&wait);
        }
        std::sort(byTime.begin(), byTime.end(), [&](const Wait* a, const Wait* b) {
            return times_.at(a->cause).begin < times_.at(b->cause).begin;
        });
        for (const Wait* wait : byTime) {
            add(*wait);
        }
        for (std::uint32_t thread = 0; thread < cost_.size(); ++thread) {
            for (std::uint32_t path = 0; path < cost_[thread].size(); ++path) {
                if (const auto cost = std::llround(cost_[thread][path]); cost > 0) {
                    found_.costs.push_back({thread, path, cost});
                }
            }
        }
        std::stable_sort(found_.costs.begin(), found_.costs.end(),
                         [](const auto& a, const auto& b) { return a.costNs > b.costNs; });
        found_.byOwnWaitsNs = std::llround(byOwnWaits_);
        found_.unexplainedNs = std::llround(unexplained_);
        return std::move(found_);
    }

private:
    // The end of the last collective call or message in which both took part, on each side. Both
    // kinds of calls come in the order of time on each thread.
    std::pair<std::int64_t, std::int64_t> lastCommon(const Wait& wait) {
        const std::uint64_t pair = keyOf(wait.waiting.thread, wait.cause.thread);
        const auto known = last_.find(pair);
        std::pair<std::int64_t, std::int64_t> since{times_.threads[wait.waiting.thread].begin,
                                                    times_.threads[wait.cause.thread].begin};
        if (known != last_.end()) {
            since = known->second;
        }
        constexpr int kMostBack = 64;
        int back = 0;
        for (std::uint32_t call = wait.cause.call; call > 0 && back < kMostBack; ++back) {
            const MpiCall& made = run_.threads[wait.cause.thread].calls[--call];
            if (made.collective < 0) {
                continue;
            }
            const auto& all = run_.collectives[static_cast<std::size_t>(made.collective)];
            for (const MpiPlace& member : all.members) {
                if (all.isWhole && member.thread == wait.waiting.thread) {
                    return std::max(
                        since, {times_.at(member).end, times_.calls[wait.cause.thread][call].end});
                }
            }
        }
        return since;
    }

    static std::uint64_t keyOf(std::uint32_t a, std::uint32_t b) {
        return (std::uint64_t{a} << 32U) | b;
    }

    void add(const Wait& wait) {
        const auto [sinceWaiting, sinceLate] = lastCommon(wait);
        const std::int64_t until = times_.at(wait.waiting).begin;
        const std::int64_t late = times_.at(wait.cause).begin;
        PathTimes more;
        forEachStay(run_.threads[wait.cause.thread], sinceLate, late,
                    [&](std::uint32_t path, std::int64_t time) { more[path] += time; });
        forEachStay(run_.threads[wait.waiting.thread], sinceWaiting, until,
                    [&](std::uint32_t path, std::int64_t time) { more[path] -= time; });
        double delays = 0;
        for (auto& [path, time] : more) {
            const bool isRegion = path != PathChange::kOutside && !run_.paths[path].isMpi;
            time = isRegion ? std::max<std::int64_t>(0, time) : 0;
            delays += static_cast<double>(time);
        }
        const auto own = static_cast<double>(ownWaits(wait.cause, sinceLate));
        const auto cost = static_cast<double>(wait.timeNs);
        if (delays + own <= 0) {
            unexplained_ += cost;
        } else {
            byOwnWaits_ += cost * own / (delays + own);
            for (const auto& [path, time] : more) {
                if (time > 0) {
                    cost_[wait.cause.thread][path] +=
                        cost * static_cast<double>(time) / (delays + own);
                }
            }
        }
        const std::int64_t end = times_.at(wait.waiting).end;
        last_[keyOf(wait.waiting.thread, wait.cause.thread)] = {end, late};
        last_[keyOf(wait.cause.thread, wait.waiting.thread)] = {late, end};
    }

    [[nodiscard]] std::int64_t ownWaits(MpiPlace late, std::int64_t since) const {
        std::int64_t sum = 0;
        for (std::uint32_t call = late.call; call > 0; --call) {
            if (times_.calls[late.thread][call - 1].end <= since) {
                break;
            }
            sum += waitOf_[late.thread][call - 1];
        }
        return sum;
    }

    const MpiTrace& run_;
    const CallTimes& times_;
    std::vector<std::vector<std::int64_t>> waitOf_;  // by thread and call
    std::vector<std::vector<double>> cost_;          // by thread and path
    // By two threads: until when what they did is accounted for, the first one's time first.
    std::unordered_map<std::uint64_t, std::pair<std::int64_t, std::int64_t>> last_;
    double byOwnWaits_ = 0;
    double unexplained_ = 0;
    DelayCosts found_;
};

}  // namespace

DelayCosts delayCosts(const MpiTrace& run, const CallTimes& times, const std::vector<Wait>& waits) {
    return DelayFinder(run, times, waits).costs(waits);
}

CriticalPath criticalPath(const MpiTrace& run, const CallTimes& times,
                          const std::vector<Wait>& waits) {
    CriticalPath found;
    if (run.threads.empty()) {
        return found;
    }
    std::vector<std::vector<const Wait*>> waitsOf(run.threads.size());
    for (const Wait& wait : waits) {
        waitsOf[wait.waiting.thread].push_back(&wait);
    }
    std::uint32_t thread = 0;
    for (std::uint32_t other = 1; other < run.threads.size(); ++other) {
        thread = times.threads[other].end > times.threads[thread].end ? other : thread;
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> parts;
    std::int64_t until = times.threads[thread].end;
    const std::int64_t end = until;
    while (true) {
        // The last wait that was over before.
        std::vector<const Wait*>& own = waitsOf[thread];
        while (!own.empty() && times.at(own.back()->waiting).begin + own.back()->timeNs > until) {
            own.pop_back();
        }
        const Wait* const wait = own.empty() ? nullptr : own.back();
        const std::int64_t since = wait == nullptr ? std::min(times.threads[thread].begin, until)
                                                   : times.at(wait->waiting).begin + wait->timeNs;
        forEachStay(run.threads[thread], since, until, [&](std::uint32_t path, std::int64_t time) {
            parts[{thread, path}] += time;
        });
        until = since;
        if (wait == nullptr) {
            break;
        }
        own.pop_back();
        thread = wait->cause.thread;
    }
    found.lengthNs = end - until;
    for (const auto& [place, time] : parts) {
        found.parts.push_back({place.first, place.second, time});
    }
    std::stable_sort(found.parts.begin(), found.parts.end(),
                     [](const auto& a, const auto& b) { return a.timeNs > b.timeNs; });
    return found;
}

}  // namespace gantry::perf
