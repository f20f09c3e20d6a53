#include <perf/segment/SegmentReader.hpp>
#include <perf/trace/Replay.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

using Verdict = TotalsCheck::Verdict;

/// A call path by the numbers of its timers, outermost first.
using Path = std::vector<std::uint32_t>;

struct Total {
    std::uint64_t calls = 0;
    std::int64_t inclusive = 0;
    bool running = false;
};

using Totals = std::map<Path, Total>;

template <class Nodes, class Parent, class Timer>
Path pathOf(const Nodes& nodes, std::size_t node, Parent parent, Timer timer) {
    Path path;
    for (auto at = static_cast<std::int64_t>(node); at >= 0; at = parent(nodes, at)) {
        path.push_back(timer(nodes[static_cast<std::size_t>(at)]));
    }
    std::reverse(path.begin(), path.end());
    return path;
}

// Converts ticks to units as the profile does. Each node is rounded down on its own, so the sum of
// the children may exceed the parent; the parent is then raised to that sum. Children come after
// their parent, hence the loop from the end.
std::vector<std::int64_t> unitsOf(const std::vector<Replay::Node>& nodes, const TraceClock& clock) {
    std::vector<std::int64_t> units(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        units[i] = perf::unitsOf(nodes[i].ticks, clock.unitsPerTick);
    }
    std::vector<std::int64_t> inside(nodes.size());
    for (std::size_t i = nodes.size(); i-- > 0;) {
        units[i] = std::max(units[i], inside[i]);
        if (nodes[i].parent != Replay::kTop) {
            inside[nodes[i].parent] += units[i];
        }
    }
    return units;
}

Totals totalsOf(const Replay& replay, const TraceClock& clock) {
    const std::vector<std::int64_t> units = unitsOf(replay.nodes(), clock);
    const auto parent = [](const std::vector<Replay::Node>& nodes, std::int64_t at) {
        const std::uint32_t above = nodes[static_cast<std::size_t>(at)].parent;
        return above == Replay::kTop ? std::int64_t{-1} : std::int64_t{above};
    };
    Totals totals;
    for (std::size_t i = 0; i < replay.nodes().size(); ++i) {
        const Replay::Node& node = replay.nodes()[i];
        totals[pathOf(replay.nodes(), i, parent, [](const Replay::Node& n) { return n.timer; })] = {
            node.calls, units[i], node.running};
    }
    return totals;
}

Totals totalsOf(const ThreadProfile& thread, const Profile& profile, const Trace& trace) {
    const auto timer = [&](const CallPathNode& node) {
        const bool isOther = !trace.tables().timers.contains(node.timer) &&
                             profile.timers[node.timer].name == kOtherName;
        return isOther ? kOtherTimer : node.timer;
    };
    const auto parent = [](const std::vector<CallPathNode>& nodes, std::int64_t at) {
        return std::int64_t{nodes[static_cast<std::size_t>(at)].parent};
    };
    Totals totals;
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        // A path that was prepared but never started is only in the profile.
        if (node.calls > 0) {
            totals[pathOf(thread.nodes, i, parent, timer)] = {node.calls, node.inclusive[0],
                                                              node.running};
        }
    }
    return totals;
}

std::string textOf(const Trace& trace, std::uint32_t thread, const Path& path) {
    std::string text = "thread " + std::to_string(thread) + ", ";
    for (const std::uint32_t timer : path) {
        text += (timer == path.front() ? "" : " => ") + trace.timerName(timer);
    }
    return text;
}

bool sameTotal(const Total& a, const Total& b) {
    const bool runs = a.running || b.running;
    return a.calls == b.calls && a.running == b.running && (runs || a.inclusive == b.inclusive);
}

std::string shown(const Total* total) {
    return total == nullptr
               ? std::string("nothing")
               : std::to_string(total->calls) + " calls, " + std::to_string(total->inclusive);
}

const Total* find(const Totals& totals, const Path& path) {
    const auto found = totals.find(path);
    return found == totals.end() ? nullptr : &found->second;
}

// Why the records of a thread are incomplete; empty if they are complete.
std::string missingOf(const Trace& trace, std::uint32_t thread, const TraceCursor& cursor,
                      const Replay& replay) {
    const std::string where = "thread " + std::to_string(thread) + ": ";
    if (cursor.first() > 0) {
        return where + "the first " + std::to_string(cursor.first()) + " records were overwritten";
    }
    const auto known = trace.tables().threads.find(thread);
    const std::uint64_t lost = known == trace.tables().threads.end() ? 0 : known->second.lost;
    if (const std::uint64_t missing = std::max(lost, replay.missing()); missing > 0) {
        return where + std::to_string(missing) + " records are missing";
    }
    const bool untraced = known != trace.tables().threads.end() && !known->second.traced;
    return untraced ? where + "there was no memory for its trace" : std::string();
}

class Comparison final {
public:
    Comparison(const Trace& trace, const Profile& profile) : trace_(trace), profile_(profile) {}

    void compare(const ThreadProfile& thread) {
        TraceCursor cursor(trace_, thread.id);
        Replay replay;
        for (TraceRecord record{}; cursor.next(record);) {
            replay.add(record);
        }
        if (const std::string missing = missingOf(trace_, thread.id, cursor, replay);
            !missing.empty()) {
            note(Verdict::Incomplete, missing);
            return;
        }
        // The union of the paths, so that a path on one side only counts as a difference.
        Totals both = totalsOf(thread, profile_, trace_);
        const Totals measured = both;
        const Totals traced =
            totalsOf(replay, trace_.tables().clock ? *trace_.tables().clock : TraceClock{});
        both.insert(traced.begin(), traced.end());
        for (const auto& [path, ignored] : both) {
            ++check_.paths;
            const Total* const a = find(measured, path);
            const Total* const b = find(traced, path);
            if (a == nullptr || b == nullptr || !sameTotal(*a, *b)) {
                note(Verdict::Differ, textOf(trace_, thread.id, path) + ": the profile has " +
                                          shown(a) + ", the trace " + shown(b));
            }
        }
    }

    TotalsCheck take() { return std::move(check_); }

private:
    // The first finding stays, but a difference takes precedence over missing records.
    void note(Verdict verdict, const std::string& why) {
        if (check_.verdict == Verdict::Equal ||
            (check_.verdict == Verdict::Incomplete && verdict == Verdict::Differ)) {
            check_.verdict = verdict;
            check_.why = why;
        }
    }

    const Trace& trace_;
    const Profile& profile_;
    TotalsCheck check_;
};

}  // namespace

void Replay::add(const TraceRecord& record) {
    const std::uint32_t id = record.id();
    if (record.kind() == TraceKind::Start) {
        const std::uint32_t parent = open_.empty() ? kTop : open_.back().node;
        // A call inside of one that is kept as "(other)" has no node of its own.
        if (id == kOtherTimer && parent != kTop && nodes_[parent].timer == id) {
            ++nodes_[parent].calls;
            ++inOther_;
            return;
        }
        const auto [known, isNew] =
            index_.try_emplace({parent, id}, static_cast<std::uint32_t>(nodes_.size()));
        if (isNew) {
            nodes_.push_back({id, parent});
        }
        Node& node = nodes_[known->second];
        ++node.calls;
        node.running = true;
        open_.push_back({known->second, record.time});
    } else if (record.kind() == TraceKind::Stop) {
        if (id == kOtherTimer && inOther_ > 0) {
            --inOther_;
            return;
        }
        if (open_.empty() || nodes_[open_.back().node].timer != id) {
            ++unmatched_;
            return;
        }
        Node& node = nodes_[open_.back().node];
        node.ticks += record.time - open_.back().since;
        node.running = false;
        open_.pop_back();
    } else if (record.kind() == TraceKind::Lost) {
        missing_ += id;
    }
}

TotalsCheck compareTotals(const Trace& trace, const Profile& profile) {
    Comparison comparison(trace, profile);
    for (const ThreadProfile& thread : profile.threads) {
        comparison.compare(thread);
    }
    return comparison.take();
}

}  // namespace gantry::perf
