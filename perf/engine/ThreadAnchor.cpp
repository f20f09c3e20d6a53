#include <perf/engine/ThreadAnchor.hpp>

#include <atomic>
#include <utility>
#include <vector>

namespace gantry::perf {

constinit thread_local ThreadAnchor threadAnchor{0, nullptr};

namespace {

// Needs no destructor, so that it can still be read while the thread's other objects are destroyed.
constinit thread_local bool isOver = false;

constinit std::atomic<std::uint64_t> lastEngine{0};

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
        threadAnchor = {0, nullptr};
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

ThreadArea* findArea(std::uint64_t engine) noexcept {
    for (const Kept& kept : keptAreas.all) {
        if (kept.engine == engine) {
            threadAnchor = {engine, kept.area};
            return kept.area;
        }
    }
    return nullptr;
}

void keepArea(std::uint64_t engine, std::shared_ptr<ThreadRegistry> registry, ThreadArea* area) {
    std::erase_if(keptAreas.all, [](const Kept& kept) { return kept.registry->closed(); });
    keptAreas.all.push_back({engine, std::move(registry), area});
    threadAnchor = {engine, area};
}

}  // namespace gantry::perf
