#include <perf/model/Flat.hpp>
#include <perf/model/NodeValues.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace gantry::perf {

namespace {

// Such a node's time is contained in that of the outer call already.
bool insideItself(const ThreadProfile& thread, const CallPathNode& node) {
    for (std::int32_t above = node.parent; above >= 0;) {
        const CallPathNode& ancestor = thread.nodes[static_cast<std::size_t>(above)];
        if (ancestor.timer == node.timer) {
            return true;
        }
        above = ancestor.parent;
    }
    return false;
}

// Errors of compensated values, which add up; those of estimates do not.
struct Totals {
    MetricValues inclusive;
    MetricValues exclusive;
};

void addOverheadErrors(const Profile& profile, const ThreadProfile& thread,
                       std::vector<Totals>& totals) {
    const OverheadErrors errors = overheadErrors(profile, thread);
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        totals[node.timer].exclusive += errors.exclusive[i];
        if (!insideItself(thread, node)) {
            totals[node.timer].inclusive += errors.inclusive[i];
        }
        if (const std::int32_t base = profile.timers[node.timer].base; base >= 0) {
            totals[static_cast<std::size_t>(base)].exclusive += errors.exclusive[i];
        }
    }
}

void addThread(const Profile& profile, const ThreadProfile& thread,
               std::vector<TimerRecord>& records) {
    const std::vector<MetricValues> exclusive = exclusiveValues(thread);
    const std::vector<MetricValues> errors = exclusiveErrors(thread);
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        TimerRecord& record = records[node.timer];
        record.calls += node.calls;
        record.childCalls += node.childCalls;
        record.running = record.running || node.running;
        record.untimed += node.untimed;
        record.exclusive += exclusive[i];
        addError(record.exclusiveError, errors[i]);
        if (!insideItself(thread, node)) {
            record.inclusive += node.inclusive;
            addError(record.inclusiveError, node.error);
        }
        // What ran under a parameter belongs to its timer as well: exclusive, as the parameter's
        // node took it out of the timer's own, and inclusive of itself.
        const std::int32_t base = profile.timers[node.timer].base;
        if (base >= 0) {
            TimerRecord& owner = records[static_cast<std::size_t>(base)];
            owner.childCalls += node.childCalls;
            owner.exclusive += exclusive[i];
            addError(owner.exclusiveError, errors[i]);
        }
    }
}

std::vector<TimerRecord> recordsOf(const Profile& profile,
                                   const std::vector<const ThreadProfile*>& threads) {
    std::vector<TimerRecord> records(profile.timers.size());
    std::vector<Totals> errors(isCompensated(profile) ? profile.timers.size() : 0);
    for (const ThreadProfile* thread : threads) {
        addThread(profile, *thread, records);
        if (!errors.empty()) {
            addOverheadErrors(profile, *thread, errors);
        }
    }
    for (std::size_t id = 0; id < errors.size(); ++id) {
        records[id].inclusiveError += errors[id].inclusive;
        records[id].exclusiveError += errors[id].exclusive;
    }
    return records;
}

// In place: the records of a million timers take more than half a gigabyte.
std::vector<TimerRecord> startedOnly(const Profile& profile, std::vector<TimerRecord> records) {
    std::size_t started = 0;
    for (std::size_t id = 0; id < records.size(); ++id) {
        TimerRecord& record = records[id];
        // In a difference of two profiles a timer can have run without having been started.
        if (record.calls == 0 && !record.running && record.inclusive == MetricValues{}) {
            continue;
        }
        record.info = profile.timers[id];
        if (started != id) {
            records[started] = std::move(record);
        }
        ++started;
    }
    records.resize(started);
    return records;
}

}  // namespace

std::vector<MetricValues> exclusiveValues(const ThreadProfile& thread) {
    std::vector<MetricValues> exclusive(thread.nodes.size());
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        exclusive[i] += node.inclusive;
        if (node.parent >= 0) {
            exclusive[static_cast<std::size_t>(node.parent)] -= node.inclusive;
        }
    }
    return exclusive;
}

std::vector<MetricValues> exclusiveErrors(const ThreadProfile& thread) {
    std::vector<MetricValues> errors(thread.nodes.size());
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        addError(errors[i], node.error);
        if (node.parent >= 0) {
            addError(errors[static_cast<std::size_t>(node.parent)], node.error);
        }
    }
    return errors;
}

std::int64_t errorOfSum(std::int64_t error, std::int64_t other) noexcept {
    // Most values are exact.
    if (error == 0 || other == 0) {
        return error + other;
    }
    return static_cast<std::int64_t>(
        std::ceil(std::hypot(static_cast<double>(error), static_cast<double>(other))));
}

std::vector<TimerRecord> flat(const Profile& profile) {
    std::vector<const ThreadProfile*> threads;
    for (const ThreadProfile& thread : profile.threads) {
        threads.push_back(&thread);
    }
    return startedOnly(profile, recordsOf(profile, threads));
}

std::vector<TimerRecord> flat(const Profile& profile, const ThreadProfile& thread) {
    return startedOnly(profile, recordsOf(profile, {&thread}));
}

}  // namespace gantry::perf
