#include <perf/engine/detail/ThreadAnchor.hpp>

#include <atomic>
#include <utility>
#include <vector>

#include "ThreadRegistry.hpp"

namespace gantry::perf {

constinit thread_local ThreadAnchor threadAnchor{0, nullptr, 0, 0};

namespace {

// Needs no destructor, so that it can still be read while the thread's other objects are destroyed.
constinit thread_local bool isOver = false;

constinit std::atomic<std::uint64_t> lastEngine{0};

// A handler sees the area only together with its engine.
void setAnchor(std::uint64_t engine, ThreadArea* area) noexcept {
    ThreadAnchor& anchor = anchorOfThread();
    anchor.engine = 0;
    anchor.area = area;
    anchor.engine = engine;
}

struct Kept {
    std::uint64_t engine;
    std::shared_ptr<ThreadRegistry> registry;
    ThreadArea* area;
};

class KeptAreas final {
public:
    KeptAreas() = default;
    KeptAreas(const KeptAreas&) = delete;
    KeptAreas& operator=(const KeptAreas&) = delete;
    ~KeptAreas() {
        isOver = true;
        setAnchor(0, nullptr);
        const Inside inside(anchorOfThread());
        for (const Kept& kept : all) {
            kept.registry->end(kept.area);
        }
    }

    std::vector<Kept> all;
};

thread_local KeptAreas keptAreas;

}  // namespace

std::uint64_t newEngineNumber() noexcept {
    return lastEngine.fetch_add(1, std::memory_order_relaxed) + 1;
}

bool threadIsOver() noexcept {
    return isOver;
}

ThreadArea* keptArea(std::uint64_t engine) noexcept {
    if (isOver) {
        return nullptr;
    }
    for (const Kept& kept : keptAreas.all) {
        if (kept.engine == engine) {
            return kept.area;
        }
    }
    return nullptr;
}

ThreadArea* findArea(std::uint64_t engine) noexcept {
    ThreadArea* const area = keptArea(engine);
    if (area != nullptr) {
        setAnchor(engine, area);
    }
    return area;
}

void keepArea(std::uint64_t engine, std::shared_ptr<ThreadRegistry> registry, ThreadArea* area) {
    std::erase_if(keptAreas.all, [](const Kept& kept) { return kept.registry->closed(); });
    keptAreas.all.push_back({engine, std::move(registry), area});
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
