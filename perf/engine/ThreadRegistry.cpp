#include "ThreadRegistry.hpp"

#include <algorithm>
#include <new>

namespace gantry::perf {

namespace {

constexpr std::size_t kKeptAreas = 64;
constexpr std::uint32_t kFirstThreads = 8;

RecordStore threadsOf(Segment& segment) noexcept {
    return {segment, segment.table(Table::Threads), sizeof(ThreadRecord), kFirstThreads};
}

// Areas of threads that a forked child does not have. Their threads may have been changing them at
// the fork, so that they cannot be taken down.
std::vector<ThreadArea*>& leftAreas() {
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): of the whole process
    static auto* const areas = new std::vector<ThreadArea*>;
    return *areas;
}

// Nobody drains the rings of a child: the thread that does is the parent's.
TraceOptions traceOfChild(TraceOptions options) noexcept {
    if (options.mode == TraceMode::Drain) {
        options.mode = TraceMode::Latest;
    }
    return options;
}

}  // namespace

// The record is published after the area could be made: a record that counts has a thread.
ThreadArea* ThreadRegistry::newArea(const MetricSet& metrics, const TimerTable& timers,
                                    const ThreadArea::Limits& limits) {
    RecordStore threads = threadsOf(segment_);
    const bool reused = !unused_.empty();
    const std::uint32_t place = reused ? unused_.back() : threads.size();
    auto* const record =
        static_cast<ThreadRecord*>(reused ? threads.at(place) : threads.prepare(true));
    if (record == nullptr) {
        throw std::bad_alloc();
    }
    areas_.push_back(std::make_unique<ThreadArea>(*record, segment_, metrics, timers, limits));
    areas_.back()->setId(place);
    if (reused) {
        unused_.pop_back();
    } else {
        threads.publish();
    }
    return areas_.back().get();
}

ThreadArea* ThreadRegistry::add(const std::atomic<const MetricSet*>& metrics,
                                const TimerTable& timers, const ThreadArea::Limits& limits) {
    const std::lock_guard lock(mutex_);
    used_ = true;
    ThreadArea* area = nullptr;
    if (ended_.size() >= kKeptAreas) {
        area = ended_.front();
        ended_.pop_front();
    } else {
        area = newArea(*metrics.load(std::memory_order_acquire), timers, limits);
    }
    area->begin(trace_);
    return area;
}

// Called by the thread itself. In a child that has not separated yet the area is the parent's.
void ThreadRegistry::end(ThreadArea* area) noexcept {
    if (closed() || segment_.isLost()) {
        return;
    }
    const std::lock_guard lock(mutex_);
    if (closed() || segment_.isForeign()) {
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
    if (segment_.isLost()) {
        closed_.store(true, std::memory_order_release);
        leaveOthers();
        return;
    }
    const std::lock_guard lock(mutex_);
    closed_.store(true, std::memory_order_release);
    if (segment_.isForeign()) {
        leaveOthers();
    }
    ended_.clear();
    areas_.clear();
    segment_.end();
}

// Keeps the area of the forking thread alone.
void ThreadRegistry::leaveOthers() noexcept {
    for (std::unique_ptr<ThreadArea>& area : areas_) {
        const bool ended = std::find(ended_.begin(), ended_.end(), area.get()) != ended_.end();
        if (area.get() == own_ || ended) {
            continue;
        }
        ThreadArea* const left = area.release();
        try {
            leftAreas().push_back(left);
        } catch (const std::bad_alloc&) {
            // Then nothing knows of it any more.
            continue;
        }
    }
    ended_.clear();
    std::erase_if(areas_, [this](const auto& area) { return area.get() != own_; });
}

// Memory is reserved before the segment is separated: after that nothing may fail.
bool ThreadRegistry::takeSegment(const std::uint64_t* ticks) noexcept {
    try {
        const std::vector<std::uint32_t> running =
            own_ != nullptr ? own_->running() : std::vector<std::uint32_t>();
        unused_.reserve(segment_.table(Table::Threads).size());
        if (!segment_.separate()) {
            return false;
        }
        leaveOthers();
        unused_.clear();
        for (std::uint32_t place = threadsOf(segment_).size(); place-- > 0;) {
            if (own_ == nullptr || own_->id() != place) {
                unused_.push_back(place);
            }
        }
        if (own_ != nullptr) {
            own_->restart(running, ticks, traceOfChild(trace_));
        }
        return true;
    } catch (const std::bad_alloc&) {
        return false;
    }
}

}  // namespace gantry::perf
