#include <perf/engine/Engine.hpp>

#include <algorithm>
#include <bit>
#include <exception>

namespace gantry::perf {

namespace {

constexpr const char* kInstance = "instance";
constexpr const char* kRest = "other instances";

// A reading that was made already: a phase and its instance begin at the same instant, so that
// nothing of the phase is outside of its instances.
struct Reading {
    MetricTicks ticks;
    std::size_t metrics;

    std::size_t count() const noexcept { return metrics; }
    void read(std::uint64_t* now) const noexcept { std::copy_n(ticks.data(), metrics, now); }
};

}  // namespace

// By the phase's id, in pages: a thread that runs phases with high ids takes memory for the lower
// ones, too.
ThreadArea::PhaseCalls* ThreadArea::countPhase(std::uint32_t phase) noexcept {
    if (phase >= phases_.size()) {
        auto larger = PageArray<PhaseCalls>::ofPages(std::bit_ceil(phase + 1));
        if (larger.size() == 0) {
            return nullptr;
        }
        std::copy_n(phases_.get(), phases_.size(), larger.get());
        phases_.swap(larger);
    }
    PhaseCalls& calls = phases_[phase];
    ++calls.count;
    return &calls;
}

void Engine::startPhase(TimerId phase) noexcept {
    const std::uint32_t id = recordOf(number(phase));
    if (phaseInstances_ == 0 || !timers_.enabled(id)) {
        start(phase);
        return;
    }
    ThreadAnchor& anchor = anchorOfThread();
    if (anchor.inside != 0) {
        refuse(anchor, id, RefusedUse::Start);
        return;
    }
    const Inside inside(anchor);
    ThreadArea* const area = areaOfThread(anchor);
    if (area == nullptr) {
        return;
    }
    const std::uint32_t instance = instanceOf(*area, id);
    Reading now{{}, measured().count()};
    measured().read(now.ticks.data());
    area->start<true>(id, now);
    if (instance != kNone && !area->tooDeep() && area->isInnermost(id)) {
        area->start<true>(instance, now);
    }
}

// Takes a lock, and memory, for as many calls as are distinguished, and once for the others.
std::uint32_t Engine::instanceOf(ThreadArea& area, std::uint32_t phase) noexcept {
    ThreadArea::PhaseCalls* const calls = area.countPhase(phase);
    if (calls == nullptr) {
        return kNone;
    }
    try {
        if (calls->count <= phaseInstances_) {
            return timers_.addParameter(phase, kInstance, calls->count);
        }
        calls->count = phaseInstances_;
        if (calls->rest == 0) {
            calls->rest = timers_.addPart(phase, kRest);
        }
        return calls->rest;
    } catch (const std::exception&) {
        area.countMisuse(MisuseKind::OutOfMemory, phase);
        return kNone;
    }
}

}  // namespace gantry::perf
