#include <perf/engine/detail/ThreadArea.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>

// What a ThreadArea does with the values of events beside the straight line in its header.
namespace gantry::perf {

void ThreadArea::trigger(std::uint32_t event, double value, EventUse use) noexcept {
    if (!std::isfinite(value)) [[unlikely]] {
        countEventMisuse(MisuseKind::NotFinite, event);
        return;
    }
    settle();
    // Null stands for the total of the thread, which every event has.
    const NodeRecord* const owner = use.keepPath ? pathOfEvents() : nullptr;
    EventRecord* record = eventIndex_.find(owner, event);
    if (record == nullptr) [[unlikely]] {
        record = addEvent(owner, event);
        if (record == nullptr) {
            countEventMisuse(MisuseKind::OutOfMemory, event);
            return;
        }
    }
    if (use.keepQuantiles) {
        sketches_.add(record, events_, value);
    }
    record->add(value);
    if (trace_.on()) {
        traceEvent(event, value, use.isOfCall);
    }
}

// The trigger is looked at by each traced value: a load, as its words change while the program
// runs.
void ThreadArea::traceEvent(std::uint32_t event, double value, bool isOfCall) noexcept {
    const std::uint64_t ended = isOfCall ? trace_.lastTime() : 0;
    trace_.putEvent(event, ended != 0 ? ended : metrics_.readFirst(), value);
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
    record->init(event, owner == nullptr || owner == &root_.node ? kNone : nodes_.indexOf(owner));
    events_.publish();
    eventIndex_.insert(owner, record);
    if (owner == nullptr) {
        keepPlain(event, record);
    }
    return record;
}

void ThreadArea::keepPlain(std::uint32_t event, EventRecord* record) noexcept {
    if (event >= plainEvents_.size()) {
        auto larger = PageArray<EventRecord*>::ofPages(std::bit_ceil(event + 1));
        if (larger.size() == 0) {
            // Then it is found the long way.
            return;
        }
        std::copy_n(plainEvents_.get(), plainEvents_.size(), larger.get());
        plainEvents_.swap(larger);
    }
    plainEvents_[event] = record;
}

}  // namespace gantry::perf
