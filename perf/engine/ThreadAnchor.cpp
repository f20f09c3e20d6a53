#include <base/threads/ThreadParts.hpp>
#include <perf/engine/detail/ThreadAnchor.hpp>

#include <atomic>
#include <utility>

#include "ThreadRegistry.hpp"

namespace gantry::perf {

// One of each thread: the hot path finds the thread by it.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): see above
constinit thread_local ThreadAnchor threadAnchor{0, nullptr, 0, 0};

namespace {

// A handler sees the area only together with its engine.
void setAnchor(std::uint64_t engine, ThreadArea* area) noexcept {
    ThreadAnchor& anchor = anchorOfThread();
    anchor.engine = 0;
    anchor.area = area;
    anchor.engine = engine;
}

// What the end of a thread comes with: its handlers find no area any more, then the thread inside.
ThreadAnchor& clearedAnchor() noexcept {
    setAnchor(0, nullptr);
    return anchorOfThread();
}

struct Ending {
    Inside inside{clearedAnchor()};
};

using KeptAreas = base::ThreadParts<ThreadRegistry, ThreadArea, Ending>;

}  // namespace

std::uint64_t newEngineNumber() noexcept {
    return KeptAreas::newNumber();
}

bool threadIsOver() noexcept {
    return KeptAreas::isOver();
}

ThreadArea* keptArea(std::uint64_t engine) noexcept {
    return KeptAreas::find(engine);
}

ThreadArea* findArea(std::uint64_t engine) noexcept {
    ThreadArea* const area = keptArea(engine);
    if (area != nullptr) {
        setAnchor(engine, area);
    }
    return area;
}

void keepArea(std::uint64_t engine, std::shared_ptr<ThreadRegistry> registry, ThreadArea* area) {
    KeptAreas::prepare();
    KeptAreas::keep(engine, std::move(registry), area);
    setAnchor(engine, area);
}

void forgetAnchor() noexcept {
    setAnchor(0, nullptr);
}

void countRefused(ThreadAnchor& anchor) noexcept {
    // A handler that comes in between is refused, too, and counted in the next round.
    while (anchor.refused != 0) {
        anchor.inside = 1;
        anchor.refused = 0;
        if (ThreadArea* const area = anchor.area; area != nullptr) {
            area->countRefused();
        }
        std::atomic_signal_fence(std::memory_order_seq_cst);
        anchor.inside = 0;
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
}

}  // namespace gantry::perf
