#include <perf/engine/CpuClock.hpp>
#include <perf/engine/ThreadRegistry.hpp>

namespace gantry::perf {

ThreadArea* ThreadRegistry::add(const MetricSet& metrics, const TimerTable& timers,
                                std::uint32_t maxDepth) {
    const std::lock_guard lock(mutex_);
    const auto id = static_cast<std::uint32_t>(entries_.size());
    entries_.push_back({nullptr, {false, 0}});
    try {
        entries_.back().area = std::make_unique<ThreadArea>(id, metrics, timers, maxDepth);
    } catch (...) {
        entries_.pop_back();
        throw;
    }
    return entries_.back().area.get();
}

void ThreadRegistry::end(const ThreadArea* area) noexcept {
    const std::lock_guard lock(mutex_);
    if (closed_) {
        return;
    }
    Entry& entry = entries_[area->id()];
    entry.area->finish();
    entry.state = {true, static_cast<std::int64_t>(clockNs(CLOCK_THREAD_CPUTIME_ID))};
}

void ThreadRegistry::close() noexcept {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    entries_.clear();
}

bool ThreadRegistry::closed() const noexcept {
    const std::lock_guard lock(mutex_);
    return closed_;
}

std::vector<const ThreadArea*> ThreadRegistry::all() const {
    const std::lock_guard lock(mutex_);
    std::vector<const ThreadArea*> areas;
    areas.reserve(entries_.size());
    for (const Entry& entry : entries_) {
        areas.push_back(entry.area.get());
    }
    return areas;
}

ThreadRegistry::State ThreadRegistry::state(const ThreadArea& area) const {
    const std::lock_guard lock(mutex_);
    State state = entries_.at(area.id()).state;
    std::uint64_t ns = 0;
    // A thread takes this lock before it ends, so its system id still is its own here.
    if (!state.ended && threadCpuNs(area.systemId(), ns)) {
        state.cpuNs = static_cast<std::int64_t>(ns);
    }
    return state;
}

}  // namespace gantry::perf
