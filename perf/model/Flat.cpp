#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cstddef>

namespace gantry::perf {

namespace {

void addTo(MetricValues& sum, const MetricValues& values) {
    for (std::size_t m = 0; m < kMaxMetrics; ++m) {
        sum[m] += values[m];
    }
}

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

void addThread(const Profile& profile, const ThreadProfile& thread,
               std::vector<TimerRecord>& records) {
    const std::vector<MetricValues> exclusive = exclusiveValues(thread);
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        TimerRecord& record = records[node.timer];
        record.calls += node.calls;
        record.childCalls += node.childCalls;
        record.running = record.running || node.running;
        addTo(record.exclusive, exclusive[i]);
        if (!insideItself(thread, node)) {
            addTo(record.inclusive, node.inclusive);
        }
        const std::int32_t base = profile.timers[node.timer].base;
        if (base >= 0) {
            TimerRecord& owner = records[static_cast<std::size_t>(base)];
            owner.childCalls += node.childCalls;
            addTo(owner.exclusive, exclusive[i]);
        }
    }
}

std::vector<TimerRecord> startedOnly(const Profile& profile, std::vector<TimerRecord> records) {
    std::vector<TimerRecord> started;
    for (std::size_t id = 0; id < records.size(); ++id) {
        TimerRecord& record = records[id];
        // In a difference of two profiles a timer can have run without having been started.
        if (record.calls > 0 || record.running || record.inclusive != MetricValues{}) {
            record.info = profile.timers[id];
            started.push_back(std::move(record));
        }
    }
    return started;
}

}  // namespace

std::vector<MetricValues> exclusiveValues(const ThreadProfile& thread) {
    std::vector<MetricValues> exclusive(thread.nodes.size());
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        addTo(exclusive[i], node.inclusive);
        if (node.parent >= 0) {
            MetricValues& parent = exclusive[static_cast<std::size_t>(node.parent)];
            for (std::size_t m = 0; m < kMaxMetrics; ++m) {
                parent[m] -= node.inclusive[m];
            }
        }
    }
    return exclusive;
}

std::vector<TimerRecord> flat(const Profile& profile) {
    std::vector<TimerRecord> records(profile.timers.size());
    for (const ThreadProfile& thread : profile.threads) {
        addThread(profile, thread, records);
    }
    return startedOnly(profile, std::move(records));
}

std::vector<TimerRecord> flat(const Profile& profile, const ThreadProfile& thread) {
    std::vector<TimerRecord> records(profile.timers.size());
    addThread(profile, thread, records);
    return startedOnly(profile, std::move(records));
}

}  // namespace gantry::perf
