#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/segment/CpuClock.hpp>
#include <perf/segment/EntryChecksum.hpp>

#include <exception>
#include <string>

#include "ThreadRegistry.hpp"

namespace gantry::perf {

// Code that takes several of these mutexes takes them in this order.
void Engine::beforeFork() noexcept {
    indexMutex_.lock();
    floors_.mutex().lock();
    threads_->mutex().lock();
    factsMutex_.lock();
    timers_.mutex().lock();
    events_.mutex().lock();
    pairMutex_.lock();
    names_.mutex().lock();
    threads_->segment().beforeFork();
}

void Engine::afterForkInParent() noexcept {
    threads_->segment().afterForkInParent();
    unlockForked();
}

// Nothing here allocates or copies: a child that execs pays for the readings alone. The segment is
// separated at the first use.
void Engine::afterForkInChild(bool usable) noexcept {
    threads_->segment().afterForkInChild(usable);
    // They count in the segment of the parent.
    timers_.takePlacesBackLocked(nullptr);
    threads_->setOwn(usable ? keptArea(number_) : nullptr);
    measured().readAfterFork(forkTicks_.data());
    forkNs_ = clockNs(CLOCK_MONOTONIC);
    startNs_.store(measured().timeNs(), std::memory_order_relaxed);
    if (usable) {
        unlockForked();
    }
}

void Engine::unlockForked() noexcept {
    names_.mutex().unlock();
    pairMutex_.unlock();
    events_.mutex().unlock();
    timers_.mutex().unlock();
    factsMutex_.unlock();
    threads_->mutex().unlock();
    floors_.mutex().unlock();
    indexMutex_.unlock();
}

// Whether the segment is this process's own, made so where it is not.
bool Engine::separate() const noexcept {
    if (!threads_->segment().isForeign()) [[likely]] {
        return true;
    }
    return threads_->separate(forkTicks_.data(), [this] {
        measured().restartIn(threads_->segment(), forkTicks_.data(), forkNs_);
        noteParent();
    });
}

void Engine::noteParent() const noexcept {
    try {
        const std::string parent = std::to_string(threads_->segment().parent());
        FactRecord wanted{names_.add(kParentFact), names_.add(parent), 0, 0};
        wanted.checksum = entryChecksum(wanted);
        Segment& segment = threads_->segment();
        const RecordStore facts(segment, segment.table(Table::Facts), sizeof(FactRecord),
                                kFirstFacts);
        for (std::uint32_t i = 0; i < facts.size(); ++i) {
            auto* const fact = static_cast<FactRecord*>(facts.at(i));
            if (fact->key == wanted.key && wanted.value != kNone) {
                // The parent was forked itself.
                *fact = wanted;
                return;
            }
        }
        noteFact(kParentFact, parent);
    } catch (const std::exception&) {
        // The child goes on without that fact.
        return;
    }
}

void Engine::requireOutside(const char* function) {
    if (anchorOfThread().inside != 0) {
        throw EngineError(std::string(function) +
                          ": called in a signal handler that interrupted the engine on this "
                          "thread; call it elsewhere");
    }
}

void Engine::requireOwn(const char* function) const {
    if (!threads_->segment().isForeign()) [[likely]] {
        return;
    }
    requireOutside(function);
    const Inside inside(anchorOfThread());
    if (!separate()) {
        throw EngineError(std::string(function) +
                          ": no memory for the measurements of this process, forked from process " +
                          std::to_string(threads_->segment().parent()) + ", measures");
    }
}

}  // namespace gantry::perf
