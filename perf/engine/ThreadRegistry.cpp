#include <perf/engine/ThreadRegistry.hpp>

#include <new>

namespace gantry::perf {

namespace {

constexpr std::size_t kKeptAreas = 64;
constexpr std::uint32_t kFirstThreads = 8;

}  // namespace

ThreadArea* ThreadRegistry::add(const MetricSet& metrics, const TimerTable& timers,
                                std::uint32_t maxDepth) {
    const std::lock_guard lock(mutex_);
    ThreadArea* area = nullptr;
    if (ended_.size() >= kKeptAreas) {
        area = ended_.front();
        ended_.pop_front();
    } else {
        RecordStore threads(segment_, segment_.table(Table::Threads), sizeof(ThreadRecord),
                            kFirstThreads);
        auto* const record = static_cast<ThreadRecord*>(threads.prepare());
        if (record == nullptr) {
            throw std::bad_alloc();
        }
        areas_.push_back(
            std::make_unique<ThreadArea>(*record, segment_, metrics, timers, maxDepth));
        areas_.back()->setId(threads.size());
        threads.publish();
        area = areas_.back().get();
    }
    area->begin(trace_);
    return area;
}

void ThreadRegistry::end(ThreadArea* area) noexcept {
    const std::lock_guard lock(mutex_);
    if (closed_) {
        return;
    }
    area->finish();
    try {
        ended_.push_back(area);
    } catch (const std::bad_alloc&) {
        // Then it is not used again.
        return;
    }
}

void ThreadRegistry::close() noexcept {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    ended_.clear();
    areas_.clear();
    segment_.end();
}

bool ThreadRegistry::closed() const noexcept {
    const std::lock_guard lock(mutex_);
    return closed_;
}

}  // namespace gantry::perf
