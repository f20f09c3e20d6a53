// What is off the straight line of start() and stop(): new call paths, a full stack, stops in
// another order, the begin and end of a thread. None of it throws, locks or waits.
//
// The stack has root_ at the bottom, then the node of each running call up to top_. Calls without a
// node of their own are inside the one at the top, and are not on the stack: folded_ is the timer
// for which a node "(other)" runs, overflow_ the number of calls inside it or inside tooDeep_,
// which takes the last place when not even "(other)" has room. A stop that comes after its call was
// closed by an outer one is expected (pending_), so that one mistake is counted once.
//
// Everything that can fail is done before a record is published: a reader never sees half a node.

#include <perf/engine/detail/ThreadArea.hpp>
#include <perf/segment/CpuClock.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <pthread.h>
#include <unistd.h>
#include <utility>

namespace gantry::perf {

namespace {

constexpr std::uint32_t kFirstStack = 32;
// Of the stack: for root_, for tooDeep_, and what is above the top.
constexpr std::uint32_t kPlacesMore = 3;
constexpr std::uint32_t kFirstNodes = 16;
constexpr std::uint32_t kFirstOthers = 4;

std::size_t nodeBytes(const MetricSet& metrics, bool sampled) noexcept {
    return sampled ? sizeof(SampledNode) : NodeRecord::size(metrics.count());
}

// Different for each thread, and never 0.
std::uint64_t seedOf(const SamplingPolicy* sampling, const void* record) noexcept {
    constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15U;
    const std::uint64_t seed = sampling == nullptr ? 0 : sampling->seed;
    const std::uint64_t own =
        seed != 0 ? seed : reinterpret_cast<std::uintptr_t>(record) ^ clockNs(CLOCK_MONOTONIC);
    return own * kOdd | 1U;
}

}  // namespace

ThreadArea::ThreadArea(ThreadRecord& record, Segment& segment, const MetricSet& metrics,
                       const TimerTable& timers, const Limits& limits)
    : record_(&record),
      metrics_(metrics),
      timers_(timers),
      sampling_(limits.sampling != nullptr && limits.sampling->on() ? limits.sampling : nullptr),
      durations_(limits.durations),
      keepQuantiles_(limits.quantiles),
      random_(seedOf(sampling_, &record)),
      capacity_(std::min(kFirstStack, limits.maxDepth)),
      maxDepth_(limits.maxDepth),
      segment_(&segment),
      nodes_(segment, record.nodes, nodeBytes(metrics, isSampled()), kFirstNodes),
      others_(segment, record.others, nodeBytes(metrics, isSampled()), kFirstOthers),
      events_(segment, record.events, sizeof(EventRecord), kFirstOthers),
      misuse_(segment, record.misuse),
      sketches_(segment, record.sketches) {
    root_.node.id = kNone;
    tooDeep_.node.id = kNone;
    // What takes the rest when nothing fits any more has its memory from the start.
    static_cast<void>(others_.reserve(1, true));
    setStack(PageArray<NodeRecord*>(capacity_ + kPlacesMore), 0);
    stack_[0] = &root_.node;
}

void ThreadArea::setStack(PageArray<NodeRecord*> stack, std::size_t depth) noexcept {
    stack_.swap(stack);
    top_ = stack_.get() + depth;
    end_ = stack_.get() + capacity_ + 1;
}

void ThreadArea::begin(const TraceOptions& trace) noexcept {
    phases_ = {};
    // Readers may be at the area of the thread that used it before.
    ThreadLife life = record_->life.value();
    life.state = static_cast<std::uint32_t>(ThreadState::Running);
    life.systemId = currentThread();
    life.name = {};
    ::pthread_getname_np(::pthread_self(), life.name.data(), life.name.size());
    ++life.threads;
    record_->life.write(life);
    beginTrace(trace, life.systemId);
}

void ThreadArea::setName(std::string_view name) noexcept {
    ThreadLife life = record_->life.value();
    life.name = {};
    std::copy_n(name.begin(), std::min(name.size(), life.name.size() - 1), life.name.begin());
    record_->life.write(life);
}

void ThreadArea::beginTrace(const TraceOptions& options, std::int32_t thread) noexcept {
    if (options.mode == TraceMode::None) {
        return;
    }
    if (!trace_.on()) {
        const TraceRing* const ring = trace_.begin(*segment_, options);
        if (ring == nullptr) {
            checksummedCount::add(segment_->header().untracedThreads, 1);
            return;
        }
        storeRelease(record_->trace, checksummedCount::of(segment_->placeOf(ring)));
    }
    trace_.put(TraceKind::Thread, static_cast<std::uint32_t>(thread), metrics_.readFirst());
}

// Ends a call outside of the straight line of stop().
void ThreadArea::end(NodeRecord& node, const std::uint64_t* now) noexcept {
    if (isSampled()) {
        SampledNode& path = pathOf(node);
        path.tail.runsUntimed() ? path.endUntimed() : endTimed(path, now);
        return;
    }
    node.end(now, metrics_.count());
    if (trace_.on()) {
        trace_.put(TraceKind::Stop, node.id, now[0]);
    }
}

// Called when the call path is new or the stack is full; the node to start, or nullptr for none.
NodeRecord* ThreadArea::makeRoom(std::uint32_t timer, NodeRecord* known) noexcept {
    if (overflow_ > 0 || folded_ != kNone) {
        startInside(timer);
        return nullptr;
    }
    if (top_ + 1 >= end_ && !growStack()) {
        NodeRecord* const other = fold(timer, MisuseKind::DepthExceeded);
        if (other == nullptr) {
            // The one place that is left keeps the stops in order.
            *++top_ = &tooDeep_.node;
            overflow_ = 1;
        }
        return other;
    }
    if (known != nullptr) {
        return known;
    }
    if (NodeRecord* const node = addNode(*top_, timer); node != nullptr) {
        return node;
    }
    NodeRecord* const other = fold(timer, MisuseKind::OutOfMemory);
    if (other == nullptr) {
        expectStop(timer);
    }
    return other;
}

bool ThreadArea::growStack() noexcept {
    if (capacity_ >= maxDepth_) {
        return false;
    }
    const std::uint32_t capacity = capacity_ > maxDepth_ / 2 ? maxDepth_ : capacity_ * 2;
    auto larger = PageArray<NodeRecord*>::ofPages(std::size_t{capacity} + kPlacesMore);
    if (larger.size() == 0) {
        return false;
    }
    std::copy(stack_.get(), top_ + 1, larger.get());
    capacity_ = capacity;
    setStack(std::move(larger), static_cast<std::size_t>(top_ - stack_.get()));
    return true;
}

// Everything that can fail comes before publish().
NodeRecord* ThreadArea::addNode(NodeRecord* parent, std::uint32_t timer) noexcept {
    const bool isOther = timer == kOtherTimer;
    // The last free place of the "(other)" nodes is that of the one at the top.
    if (!children_.reserveOne() || (isOther && !mayAddOther(parent))) {
        return nullptr;
    }
    RecordStore& store = isOther ? others_ : nodes_;
    void* const memory = store.prepare(isOther);
    if (memory == nullptr) {
        return nullptr;
    }
    NodeRecord* const node =
        initialise(*static_cast<NodeRecord*>(memory),
                   parent == &root_.node ? kNone : nodes_.indexOf(parent), timer);
    if (isSampled() && timers_.isParameter(timer)) {
        keepExact(pathOf(*node));
        keepExact(pathOf(*parent));
    }
    store.publish();
    children_.insert(parent, node);
    return node;
}

NodeRecord* ThreadArea::initialise(NodeRecord& node, std::uint32_t parent,
                                   std::uint32_t timer) noexcept {
    node.id = timer;
    node.parent = parent;
    node.version = node.checksummedVersion(0, 0);
    return &node;
}

// First the calls that the stack does not name: those with a spread, those inside "(other)", and
// the one that it stands for. Then an outer call, whose inner ones are closed, or none.
void ThreadArea::stopOther(std::uint32_t timer) noexcept {
    settle();
    if (isSpread(timer)) {
        stopSpread(recordOf(timer));
        return;
    }
    if (overflow_ > 0) {
        stopInside();
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

// One reading for all, so that inner calls end at the instant at which the outer one does.
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
    if (numPending_ == 0 && timers_.everDisabled(timer)) {
        return;
    }
    stopUnexpected(timer);
}

// A stop that was announced by expectStop() is not a mistake.
void ThreadArea::stopUnexpected(std::uint32_t timer) noexcept {
    Pending* const end = pending_.get() + numPending_;
    Pending* const expected = std::find_if(
        pending_.get(), end, [timer](const Pending& pending) { return pending.timer == timer; });
    if (expected != end) {
        if (--expected->count == 0) {
            *expected = *(end - 1);
            --numPending_;
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
    for (std::size_t i = 0; i < numPending_; ++i) {
        if (pending_[i].timer == timer) {
            ++pending_[i].count;
            return;
        }
    }
    if (numPending_ == pending_.size()) {
        auto larger = PageArray<Pending>::ofPages(2 * numPending_ + 1);
        if (larger.size() == 0) {
            // Then that stop will be counted as one without a start.
            return;
        }
        std::copy_n(pending_.get(), numPending_, larger.get());
        pending_.swap(larger);
    }
    pending_[numPending_++] = {timer, 1};
}

bool ThreadArea::isInnermost(std::uint32_t timer) noexcept {
    settle();
    NodeRecord* const* running = top_;
    while (timers_.isParameter((*running)->id) && timers_.baseOf((*running)->id) == timer) {
        --running;
    }
    return (*running)->id == timer;
}

std::vector<std::uint32_t> ThreadArea::running() {
    settle();
    std::vector<std::uint32_t> timers;
    for (NodeRecord* const* place = stack_.get() + 1; place <= top_; ++place) {
        if (*place != &tooDeep_.node) {
            timers.push_back((*place)->id == kOtherTimer ? folded_ : (*place)->id);
        }
    }
    return timers;
}

// Since `ticks`, the readings right after the fork: what the child did before its first use
// belongs to the timers that run.
void ThreadArea::restart(const std::vector<std::uint32_t>& running, const std::uint64_t* ticks,
                         const TraceOptions& trace) noexcept {
    struct Since {
        const std::uint64_t* ticks;
        std::size_t metrics;
        std::size_t count() const noexcept { return metrics; }
        void read(std::uint64_t* now) const noexcept { std::copy_n(ticks, metrics, now); }
    };
    const std::uint64_t notCounted = std::exchange(overflow_, 0);
    folded_ = kNone;
    topOther_ = nullptr;
    leaf_ = nullptr;
    top_ = stack_.get();
    std::fill(top_ + 1, end_ + 2, nullptr);
    children_.clear();
    eventIndex_.clear();
    sketches_.clear();
    misuse_.forget();
    plainEvents_ = {};
    phases_ = {};
    trace_ = {};
    beginTrace(trace, ::getpid());
    const Since since{ticks, metrics_.count()};
    for (const std::uint32_t timer : running) {
        // A call that was too deep is so again, and was counted as misuse by the parent.
        if (top_ + 1 < end_ || growStack()) {
            isSampled() ? startSampled(timer, since) : start<true>(timer, since);
        } else if (NodeRecord* const other = foldInto(timer, MisuseKind::DepthExceeded)) {
            begin<true>(*other, kOtherTimer, since);
            top_[1] = nullptr;
        }
    }
    if (notCounted > 0 && overflow_ == 0 && folded_ == kNone) {
        *++top_ = &tooDeep_.node;
        top_[1] = nullptr;
    }
    overflow_ += notCounted;
    ThreadLife life = record_->life.value();
    life.systemId = ::getpid();
    life.threads = 1;
    life.state = static_cast<std::uint32_t>(ThreadState::Running);
    record_->life.write(life);
}

// Refused uses first: they are counted in the node that runs.
void ThreadArea::finish() noexcept {
    timers_.takePlacesBack(threadMark());
    settle();
    countRefused();
    while (overflow_ > 0) {
        stopInside();
    }
    std::uint64_t now[kMaxMetrics];
    metrics_.read(now);
    for (; top_ != stack_.get(); --top_) {
        NodeRecord& running = **top_;
        end(running, now);
        const std::uint32_t folded = std::exchange(folded_, kNone);
        const std::uint32_t timer = folded != kNone ? folded : running.id;
        if (!timers_.isParameter(timer) && !timers_.mayStayOpen(timer)) {
            countMisuse(MisuseKind::LeftOpen, timer);
        }
    }
    numPending_ = 0;
    ThreadLife life = record_->life.value();
    life.cpuNs += clockNs(CLOCK_THREAD_CPUTIME_ID);
    life.state = static_cast<std::uint32_t>(ThreadState::Ended);
    record_->life.write(life);
}

}  // namespace gantry::perf
