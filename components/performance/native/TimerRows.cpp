#include "TimerRows.hpp"

#include <limits>

namespace performance::native {
namespace {

constexpr std::size_t kAmbiguous = std::numeric_limits<std::size_t>::max();

std::vector<std::int32_t> runningCalls(const gantry::perf::Profile& profile) {
    std::vector<std::int32_t> running(profile.timers.size());
    for (const gantry::perf::ThreadProfile& thread : profile.threads) {
        for (const gantry::perf::CallPathNode& node : thread.nodes) {
            running[node.timer] += node.running ? 1 : 0;
        }
    }
    return running;
}

}  // namespace

TimerRows::TimerRows(const gantry::perf::Profile& profile, Groups groups) : groups_(groups) {
    const std::vector<std::int32_t> running = runningCalls(profile);
    for (const gantry::perf::TimerRecord& record : gantry::perf::flat(profile)) {
        add(record, running[record.info.id]);
    }
}

// A full name has precedence over a name without type, which must belong to one row alone.
const TimerRow* TimerRows::find(const std::string& name) const {
    auto found = byFullName_.find(name);
    if (found == byFullName_.end()) {
        found = byName_.find(name);
        if (found == byName_.end() || found->second == kAmbiguous) {
            return nullptr;
        }
    }
    return &rows_[found->second];
}

void TimerRows::add(const gantry::perf::TimerRecord& record, std::int32_t running) {
    // Timers of one full name in several groups share a row, unless groups are kept apart.
    const std::string fullName = gantry::perf::fullName(record.info);
    const auto [known, isNew] = byFullName_.try_emplace(fullName, rows_.size());
    const bool hasOwnRow = isNew || groups_ == Groups::Apart;
    const std::size_t index = hasOwnRow ? rows_.size() : known->second;
    if (hasOwnRow) {
        rows_.emplace_back().name = fullName;
        ids_.push_back(record.info.id);
    }
    const auto [named, isNewName] = byName_.try_emplace(record.info.name, index);
    if (!isNewName && named->second != index) {
        named->second = kAmbiguous;
    }
    TimerRow& row = rows_[index];
    row.calls += record.calls;
    row.childCalls += record.childCalls;
    row.running += running;
    row.inclusive += record.inclusive;
    row.exclusive += record.exclusive;
}

sidl::array<double, 2> valuesOf(const std::vector<const TimerRow*>& rows, std::size_t counters,
                                gantry::perf::MetricValues TimerRow::*values) {
    sidl::array<double, 2> table({static_cast<int>(rows.size()), static_cast<int>(counters)});
    for (std::size_t t = 0; t < rows.size(); ++t) {
        for (std::size_t m = 0; rows[t] && m < counters; ++m) {
            table(t, m) = static_cast<double>((rows[t]->*values)[m]);
        }
    }
    return table;
}

}  // namespace performance::native
