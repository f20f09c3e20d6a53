// What is too rare, or takes too long, to be in the header: first uses of a thread, uses of
// unknown timers and events, and those that metrics other than the time-stamp counter need.
#include <perf/engine/Engine.hpp>

namespace gantry::perf {

// In the handler: the area may be in any state, so only the lock-free note is touched.
void Engine::refuse(ThreadAnchor& anchor, std::uint32_t id, RefusedUse use) noexcept {
    ThreadArea* const area = anchor.engine == number_ ? anchor.area : nullptr;
    if (area == nullptr) {
        count(&SegmentHeader::usesInHandlers);
        return;
    }
    area->noteRefused(recordOf(id), use);
    anchor.refused = 1;
}

void Engine::startUnknown(std::uint32_t timer) noexcept {
    if (isSpread(timer)) {
        startSpread(recordOf(timer));
        return;
    }
    ThreadAnchor& anchor = anchorOfThread();
    if (anchor.inside != 0) {
        refuse(anchor, timer, RefusedUse::Other);
        return;
    }
    const Inside inside(anchor);
    if (ThreadArea* const area = areaOfThread(anchor); area != nullptr) {
        area->countMisuse(MisuseKind::UnknownId, timer);
    }
}

// TimeStampReader is the same clock as the set, without a virtual call.
void Engine::startIn(ThreadArea& area, std::uint32_t timer) noexcept {
    if (area.isSampled()) {
        measured().timeStampOnly() ? area.startSampled(timer, TimeStampReader{})
                                   : area.startSampled(timer, measured());
    } else if (measured().timeStampOnly()) {
        area.start<true>(timer, TimeStampReader{});
    } else {
        area.start<true>(timer, measured());
    }
}

void Engine::startSampled(ThreadAnchor& anchor, std::uint32_t timer) noexcept {
    const Inside inside(anchor);
    anchor.area->startSampled(timer, TimeStampReader{});
}

void Engine::stopSampled(ThreadAnchor& anchor, std::uint32_t timer) noexcept {
    const Inside inside(anchor);
    anchor.area->stopSampled(timer, TimeStampReader{});
}

void Engine::startTraced(ThreadAnchor& anchor, std::uint32_t timer) noexcept {
    const Inside inside(anchor);
    anchor.area->start<true>(timer, TimeStampReader{});
}

void Engine::stopTraced(ThreadAnchor& anchor, std::uint32_t timer) noexcept {
    const Inside inside(anchor);
    anchor.area->stop<true>(timer, TimeStampReader{});
}

void Engine::startSlowly(ThreadAnchor& anchor, std::uint32_t timer) noexcept {
    const Inside inside(anchor);
    if (ThreadArea* const area = areaOfThread(anchor); area != nullptr) {
        startIn(*area, timer);
    }
}

void Engine::stopSlowly(ThreadAnchor& anchor, TimerId timer) noexcept {
    const Inside inside(anchor);
    ThreadArea* const area = areaOfThread(anchor);
    if (area == nullptr) {
        return;
    }
    if (timer == TimerId{kNone}) {
        area->countMisuse(MisuseKind::UnknownId, kNone);
    } else if (area->isSampled()) {
        measured().timeStampOnly() ? area->stopSampled(number(timer), TimeStampReader{})
                                   : area->stopSampled(number(timer), measured());
    } else if (measured().timeStampOnly()) {
        area->stop<true>(number(timer), TimeStampReader{});
    } else {
        area->stop<true>(number(timer), measured());
    }
}

void Engine::triggerSlowly(ThreadAnchor& anchor, std::uint32_t event, double value) noexcept {
    const Inside inside(anchor);
    if (ThreadArea* const area = areaOfThread(anchor); area != nullptr) {
        const EventTable::State state = events_.state(event);
        area->trigger(event, value, {state.keepsPath(), quantiles_, state.isOfCall()});
    }
}

void Engine::triggerUnknown(std::uint32_t event) noexcept {
    ThreadAnchor& anchor = anchorOfThread();
    if (anchor.inside != 0) {
        refuse(anchor, event, RefusedUse::Event);
        return;
    }
    const Inside inside(anchor);
    if (ThreadArea* const area = areaOfThread(anchor); area != nullptr) {
        area->countEventMisuse(MisuseKind::UnknownId, event);
    }
}

}  // namespace gantry::perf
