#include <perf/engine/ThreadArea.hpp>
#include <perf/segment/CpuClock.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <new>
#include <pthread.h>
#include <utility>

namespace gantry::perf {

namespace {

constexpr std::uint32_t kFirstStack = 32;
constexpr std::uint32_t kMaxMisuseRecords = 256;
constexpr std::uint32_t kFirstNodes = 16;
constexpr std::uint32_t kFirstOthers = 4;

}  // namespace

ThreadArea::ThreadArea(ThreadRecord& record, Segment& segment, const MetricSet& metrics,
                       const TimerTable& timers, std::uint32_t maxDepth)
    : metrics_(metrics),
      timers_(timers),
      capacity_(std::min(kFirstStack, maxDepth)),
      maxDepth_(maxDepth),
      segment_(&segment),
      record_(&record),
      nodes_(segment, record.nodes, NodeRecord::size(metrics.count()), kFirstNodes),
      others_(segment, record.others, NodeRecord::size(metrics.count()), kFirstOthers),
      events_(segment, record.events, sizeof(EventRecord), kFirstOthers),
      misuse_(segment, record.misuse, sizeof(MisuseRecord), kFirstOthers),
      sketches_(segment, record.sketches) {
    root_.id = kNone;
    tooDeep_.id = kNone;
    stack_ = std::make_unique<NodeRecord*[]>(capacity_ + 2);
    stack_[0] = &root_;
    top_ = stack_.get();
    end_ = top_ + capacity_ + 1;
}

void ThreadArea::begin(const TraceOptions& trace) noexcept {
    // Readers may be at the area of the thread that used it before.
    storeRelease(record_->systemId, currentThread());
    std::array<char, sizeof record_->name> name{};
    ::pthread_getname_np(::pthread_self(), name.data(), name.size());
    for (std::size_t i = 0; i < name.size(); ++i) {
        storeRelease(record_->name[i], name[i]);
    }
    storeRelease(record_->threads, loadRelaxed(record_->threads) + 1);
    storeRelease(record_->state, static_cast<std::uint32_t>(ThreadState::Running));
    if (trace.mode != TraceMode::None) {
        beginTrace(trace);
    }
}

void ThreadArea::beginTrace(const TraceOptions& options) noexcept {
    if (!trace_.on()) {
        const TraceRing* const ring = trace_.begin(*segment_, options);
        if (ring == nullptr) {
            std::uint64_t& untraced = segment_->header().untracedThreads;
            std::atomic_ref<std::uint64_t>(untraced).fetch_add(1, std::memory_order_relaxed);
            return;
        }
        storeRelease(record_->trace, segment_->placeOf(ring));
    }
    trace_.put(TraceKind::Thread, static_cast<std::uint32_t>(record_->systemId),
               metrics_.readFirst());
}

// Ends a call outside of the straight line of stop().
void ThreadArea::end(NodeRecord& node, const std::uint64_t* now) noexcept {
    node.end(now, metrics_.count());
    if (trace_.on()) {
        trace_.put(TraceKind::Stop, node.id, now[0]);
    }
}

// Called when the call path is new or the stack is full; the node to start, or nullptr for none.
NodeRecord* ThreadArea::makeRoom(std::uint32_t timer, NodeRecord* known) noexcept {
    if (folded_ != kNone) {
        startUncounted(timer, MisuseKind::OutOfMemory);
        return nullptr;
    }
    if (overflow_ > 0) {
        startUncounted(timer, MisuseKind::DepthExceeded);
        return nullptr;
    }
    if (top_ + 1 >= end_ && !growStack()) {
        *++top_ = &tooDeep_;
        startUncounted(timer, MisuseKind::DepthExceeded);
        return nullptr;
    }
    if (known != nullptr) {
        return known;
    }
    NodeRecord* const node = addNode(*top_, timer);
    return node != nullptr ? node : fold(timer);
}

void ThreadArea::startUncounted(std::uint32_t timer, MisuseKind why) noexcept {
    ++overflow_;
    countMisuse(why, timer);
}

NodeRecord* ThreadArea::fold(std::uint32_t timer) noexcept {
    countMisuse(MisuseKind::OutOfMemory, timer);
    std::uint64_t& folded = segment_->header().foldedCalls;
    std::atomic_ref<std::uint64_t>(folded).fetch_add(1, std::memory_order_relaxed);
    NodeRecord* other = children_.find(*top_, kOtherTimer);
    if (other == nullptr) {
        other = addNode(*top_, kOtherTimer);
    }
    if (other == nullptr) {
        expectStop(timer);
        return nullptr;
    }
    folded_ = timer;
    return other;
}

bool ThreadArea::growStack() noexcept {
    if (capacity_ >= maxDepth_) {
        return false;
    }
    const std::uint32_t capacity = capacity_ > maxDepth_ / 2 ? maxDepth_ : capacity_ * 2;
    std::unique_ptr<NodeRecord*[]> larger(new (std::nothrow) NodeRecord*[capacity + 2]());
    if (larger == nullptr) {
        return false;
    }
    NodeRecord** const top = std::copy(stack_.get(), top_ + 1, larger.get()) - 1;
    stack_.swap(larger);
    capacity_ = capacity;
    top_ = top;
    end_ = stack_.get() + capacity_ + 1;
    return true;
}

NodeRecord* ThreadArea::addNode(NodeRecord* parent, std::uint32_t timer) noexcept {
    if (!children_.reserveOne()) {
        return nullptr;
    }
    const bool isOther = timer == kOtherTimer;
    RecordStore& store = isOther ? others_ : nodes_;
    void* const memory = store.prepare(isOther);
    if (memory == nullptr) {
        return nullptr;
    }
    auto* const node = static_cast<NodeRecord*>(memory);
    node->id = timer;
    node->parent = parent == &root_ ? kNone : nodes_.indexOf(parent);
    node->version = node->signedVersion(0, 0);
    store.publish();
    children_.insert(parent, node);
    return node;
}

void ThreadArea::stopOther(std::uint32_t timer) noexcept {
    if (overflow_ > 0) {
        if (--overflow_ == 0 && folded_ == kNone) {
            --top_;
        }
        return;
    }
    if (folded_ == timer) {
        folded_ = kNone;
        stopDownTo(top_);
        return;
    }
    NodeRecord** running = top_;
    while (running != stack_.get() && (*running)->id != timer) {
        --running;
    }
    if (running == stack_.get()) {
        stopNotRunning(timer);
    } else {
        stopDownTo(running);
    }
}

void ThreadArea::stopDownTo(NodeRecord** outer) noexcept {
    std::uint64_t now[kMaxMetrics];
    metrics_.read(now);
    for (; top_ != outer; --top_) {
        NodeRecord& inside = **top_;
        end(inside, now);
        const std::uint32_t stopped = std::exchange(folded_, kNone);
        const std::uint32_t timer = stopped != kNone ? stopped : inside.id;
        if (!timers_.isParameter(timer)) {
            countMisuse(MisuseKind::Overlap, (*outer)->id, timer);
            expectStop(timer);
        }
    }
    end(**outer, now);
    --top_;
}

void ThreadArea::stopNotRunning(std::uint32_t timer) noexcept {
    if (pending_.empty() && timers_.everDisabled(timer)) {
        return;
    }
    stopUnexpected(timer);
}

void ThreadArea::stopUnexpected(std::uint32_t timer) noexcept {
    const auto expected =
        std::find_if(pending_.begin(), pending_.end(),
                     [timer](const Pending& pending) { return pending.timer == timer; });
    if (expected != pending_.end()) {
        if (--expected->count == 0) {
            *expected = pending_.back();
            pending_.pop_back();
        }
        return;
    }
    if (!timers_.known(timer)) {
        countMisuse(MisuseKind::UnknownId, timer);
    } else if (!timers_.everDisabled(timer)) {
        countMisuse(MisuseKind::StopWithoutStart, timer);
    }
}

void ThreadArea::expectStop(std::uint32_t timer) noexcept {
    for (Pending& pending : pending_) {
        if (pending.timer == timer) {
            ++pending.count;
            return;
        }
    }
    try {
        pending_.push_back({timer, 1});
    } catch (const std::bad_alloc&) {
        // Then that stop will be counted as one without a start.
        return;
    }
}

bool ThreadArea::isInnermost(std::uint32_t timer) const noexcept {
    NodeRecord* const* running = top_;
    while (timers_.isParameter((*running)->id) && timers_.baseOf((*running)->id) == timer) {
        --running;
    }
    return (*running)->id == timer;
}

void ThreadArea::trigger(std::uint32_t event, double value, bool keepPath,
                         bool keepQuantiles) noexcept {
    if (!std::isfinite(value)) [[unlikely]] {
        countEventMisuse(MisuseKind::NotFinite, event);
        return;
    }
    const NodeRecord* owner = nullptr;
    if (keepPath) {
        owner = *(overflow_ > 0 || folded_ != kNone ? top_ - 1 : top_);
    }
    EventRecord* record = eventIndex_.find(owner, event);
    if (record == nullptr) [[unlikely]] {
        record = addEvent(owner, event);
        if (record == nullptr) {
            countEventMisuse(MisuseKind::OutOfMemory, event);
            return;
        }
    }
    if (keepQuantiles) {
        sketches_.add(record, events_, value);
    }
    record->add(value);
    if (trace_.on()) {
        traceEvent(event, value);
    }
}

void ThreadArea::traceEvent(std::uint32_t event, double value) noexcept {
    trace_.putEvent(event, metrics_.readFirst(), value);
    TraceTrigger& trigger = segment_->header().trigger;
    if (loadAcquire(trigger.event) == event + 1 &&
        value > std::bit_cast<double>(loadRelaxed(trigger.above))) {
        trace_.freezeSoon();
        std::atomic_ref<std::uint64_t>(trigger.count).fetch_add(1, std::memory_order_relaxed);
    }
}

EventRecord* ThreadArea::addEvent(const NodeRecord* owner, std::uint32_t event) noexcept {
    if (!eventIndex_.reserveOne()) {
        return nullptr;
    }
    void* const memory = events_.prepare();
    if (memory == nullptr) {
        return nullptr;
    }
    auto* const record = static_cast<EventRecord*>(memory);
    record->id = event;
    record->node = owner == nullptr || owner == &root_ ? kNone : nodes_.indexOf(owner);
    events_.publish();
    eventIndex_.insert(owner, record);
    return record;
}

void ThreadArea::addMisuse(const MisuseRecord& misuse) noexcept {
    const std::uint32_t size = misuse_.size();
    for (std::uint32_t i = 0; i < size; ++i) {
        auto& known = *static_cast<MisuseRecord*>(misuse_.at(i));
        if (known.kind == misuse.kind && known.id == misuse.id && known.other == misuse.other &&
            known.event == misuse.event) {
            storeRelease(known.count, loadRelaxed(known.count) + misuse.count);
            return;
        }
    }
    if (size >= kMaxMisuseRecords && misuse.id != kNone) {
        addMisuse({misuse.kind, kNone, kNone, misuse.event, misuse.count});
        return;
    }
    if (void* const memory = misuse_.prepare(true); memory != nullptr) {
        *static_cast<MisuseRecord*>(memory) = misuse;
        misuse_.publish();
    }
}

void ThreadArea::finish() noexcept {
    if (overflow_ > 0 && folded_ == kNone) {
        --top_;
    }
    overflow_ = 0;
    std::uint64_t now[kMaxMetrics];
    metrics_.read(now);
    for (; top_ != stack_.get(); --top_) {
        NodeRecord& running = **top_;
        end(running, now);
        const std::uint32_t folded = std::exchange(folded_, kNone);
        const std::uint32_t timer = folded != kNone ? folded : running.id;
        if (!timers_.isParameter(timer)) {
            countMisuse(MisuseKind::LeftOpen, timer);
        }
    }
    pending_.clear();
    const std::uint64_t cpu = loadRelaxed(record_->cpuNs) + clockNs(CLOCK_THREAD_CPUTIME_ID);
    storeRelease(record_->cpuNs, cpu);
    storeRelease(record_->state, static_cast<std::uint32_t>(ThreadState::Ended));
}

}  // namespace gantry::perf
