#include <perf/engine/detail/ThreadArea.hpp>

// The part of ThreadArea that counts calls without a node of their own. None of it is on the way of
// a call that fits.

namespace gantry::perf {

// A call inside of one that has no node of its own: its time is in that of "(other)" already.
void ThreadArea::startInside(std::uint32_t timer) noexcept {
    ++overflow_;
    countMisuse(foldedFor_, timer);
    checksummedCount::add(segment_->header().foldedCalls, 1);
    if (folded_ == kNone) {
        countInOther(1);
        return;
    }
    (*top_)->addCalls(1, metrics_.count());
    if (trace_.on()) {
        trace_.put(TraceKind::Start, kOtherTimer, metrics_.readFirst());
    }
}

// The "(other)" node for a call that does not fit, or nullptr where only its number is kept.
NodeRecord* ThreadArea::fold(std::uint32_t timer, MisuseKind why) noexcept {
    countMisuse(why, timer);
    checksummedCount::add(segment_->header().foldedCalls, 1);
    NodeRecord* const other = foldInto(timer, why);
    if (other == nullptr) {
        countInOther(1);
    }
    return other;
}

// While folded_ is set, the top of the stack is an "(other)" node, and overflow_ counts the calls
// inside it.
NodeRecord* ThreadArea::foldInto(std::uint32_t timer, MisuseKind why) noexcept {
    foldedFor_ = why;
    NodeRecord* const other = otherBelow(*top_);
    if (other != nullptr) {
        folded_ = timer;
    }
    return other;
}

NodeRecord* ThreadArea::otherBelow(NodeRecord* parent) noexcept {
    NodeRecord* const known = children_.find(parent, kOtherTimer);
    return known != nullptr ? known : addNode(parent, kOtherTimer);
}

// Calls whose time is in what runs: they are counted at the top of the call paths, for which there
// is always memory.
void ThreadArea::countInOther(std::uint64_t calls) noexcept {
    if (topOther_ == nullptr) {
        topOther_ = children_.find(&root_.node, kOtherTimer);
    }
    if (topOther_ == nullptr) {
        void* const memory = others_.prepare(true);
        if (memory == nullptr) {
            return;
        }
        topOther_ = initialise(*static_cast<NodeRecord*>(memory), kNone, kOtherTimer);
        others_.publish();
        if (children_.reserveOne()) {
            children_.insert(&root_.node, topOther_);
        }
    }
    topOther_->addCalls(calls, metrics_.count());
}

// Two places: one for this node, and one that stays for the node at the top of the paths.
bool ThreadArea::mayAddOther(const NodeRecord* parent) noexcept {
    return parent == &root_.node || topOther_ != nullptr || others_.reserve(2, true);
}

void ThreadArea::stopInside() noexcept {
    --overflow_;
    if (folded_ != kNone) {
        if (trace_.on()) {
            trace_.put(TraceKind::Stop, kOtherTimer, metrics_.readFirst());
        }
    } else if (overflow_ == 0) {
        --top_;
    }
}

void ThreadArea::countRefused() noexcept {
    settle();
    refused_.take([this](std::uint32_t id, bool isEvent, std::uint64_t count) {
        misuse_.add({static_cast<std::uint32_t>(MisuseKind::InsideHandler), id, kNone,
                     isEvent ? 1U : 0U, count});
    });
    const std::uint64_t starts = refused_.takeStarts();
    if (starts == 0) {
        return;
    }
    // At the end of a use *top_ is tooDeep_ only where nothing fits.
    NodeRecord* const other =
        folded_ != kNone ? *top_ : (overflow_ > 0 ? nullptr : otherBelow(*top_));
    if (other == nullptr) {
        countInOther(starts);
        return;
    }
    other->addCalls(starts, metrics_.count());
    for (std::uint64_t i = 0; trace_.on() && i < starts; ++i) {
        const std::uint64_t now = metrics_.readFirst();
        trace_.put(TraceKind::Start, kOtherTimer, now);
        trace_.put(TraceKind::Stop, kOtherTimer, now);
    }
}

}  // namespace gantry::perf
