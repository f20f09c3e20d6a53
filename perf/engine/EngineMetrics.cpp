#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>

#include <mutex>
#include <utility>

#include "ThreadRegistry.hpp"

namespace gantry::perf {

void Engine::addMetrics(const std::vector<std::shared_ptr<MetricSource>>& sources) {
    requireOutside("addMetrics");
    requireOwn("addMetrics");
    const Inside inside(anchorOfThread());
    const std::lock_guard lock(threads_->mutex());
    if (threads_->isUsed()) {
        throw EngineError(
            "metrics can no longer be added, because a timer was started, an event triggered or a "
            "call recorded; add them before that");
    }
    std::vector<std::shared_ptr<MetricSource>> all = measured().sources();
    const std::size_t before = all.size();
    all.insert(all.end(), sources.begin(), sources.end());
    // A reader may be inside the old set, so it stays until the engine ends.
    sets_.push_back(std::make_unique<MetricSet>(std::move(all)));
    const MetricSet& larger = *sets_.back();
    // Calls are left untimed with one metric only; no thread has an area yet that could do so.
    sampling_.budget = 0;
    larger.describeIn(threads_->segment(), names_, samplingOverhead_, before);
    way_ = wayOf(larger, threads_->isTraced(), sampling_.on());
    measured_.store(&larger, std::memory_order_release);
    startNs_.store(larger.timeNs(), std::memory_order_relaxed);
    const std::lock_guard pairLock(pairMutex_);
    probeOverhead_.reset();
}

MetricTicks Engine::readMetrics() const noexcept {
    MetricTicks ticks{};
    if (measured().timeStampOnly()) [[likely]] {
        TimeStampReader::read(ticks.data());
    } else {
        measured().read(ticks.data());
    }
    return ticks;
}

}  // namespace gantry::perf
