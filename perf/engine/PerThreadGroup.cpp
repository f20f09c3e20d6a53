#include <perf/engine/PerThreadGroup.hpp>
#include <perf/segment/CpuClock.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <utility>

namespace gantry::perf {

// A slot belongs to one thread until that ends, and then to a later one.
struct PerThreadGroup::Slot {
    std::atomic<pid_t> thread{0};
    std::array<std::atomic<std::uint64_t>, kMaxMetrics> last{};
    std::unique_ptr<ThreadCounters> counters;
    Slot* next = nullptr;
};

// Shared by the group and the threads that use it; whichever ends last frees it.
struct PerThreadGroup::Slots {
    Slots() = default;
    Slots(const Slots&) = delete;
    Slots& operator=(const Slots&) = delete;
    ~Slots() {
        for (Slot* slot = first.load(); slot != nullptr;) {
            delete std::exchange(slot, slot->next);
        }
    }

    /// A slot for the calling thread. Throws std::bad_alloc.
    Slot* take(pid_t thread) {
        for (Slot* slot = first.load(std::memory_order_acquire); slot != nullptr;
             slot = slot->next) {
            pid_t nobody = 0;
            if (slot->thread.load() == nobody &&
                slot->thread.compare_exchange_strong(nobody, thread)) {
                return slot;
            }
        }
        auto* const slot = new Slot;
        slot->thread.store(thread);
        slot->next = first.load();
        while (!first.compare_exchange_weak(slot->next, slot)) {
        }
        return slot;
    }

    std::atomic<Slot*> first{nullptr};
    std::atomic<bool> closed{false};
};

namespace {

using Slot = PerThreadGroup::Slot;
using Slots = PerThreadGroup::Slots;

struct Anchor {
    std::uint64_t group;
    Slot* slot;
};

constinit thread_local Anchor anchor{0, nullptr};

// The last values of the groups of a thread that is being taken down: timers that still run are
// closed after its counters are gone. Needs no destructor.
struct Ended {
    std::uint64_t group;
    std::uint64_t last[kMaxMetrics];
};
constexpr std::size_t kMostEnded = 8;
constinit thread_local std::array<Ended, kMostEnded> ended{};
constinit thread_local bool isOver = false;

constinit std::atomic<std::uint64_t> lastGroup{0};

struct Kept {
    std::uint64_t group;
    std::shared_ptr<Slots> slots;
    Slot* slot;
};

class KeptSlots final {
public:
    KeptSlots() = default;
    KeptSlots(const KeptSlots&) = delete;
    KeptSlots& operator=(const KeptSlots&) = delete;
    ~KeptSlots() {
        isOver = true;
        anchor = {0, nullptr};
        std::size_t next = 0;
        for (Kept& kept : all) {
            Ended& values = ended[next++ % kMostEnded];
            values.group = kept.group;
            for (std::size_t m = 0; m < kMaxMetrics; ++m) {
                values.last[m] = kept.slot->last[m].load();
            }
            giveBack(kept);
        }
    }

    static void giveBack(Kept& kept) noexcept {
        kept.slot->counters.reset();
        kept.slot->thread.store(0, std::memory_order_release);
    }

    void dropClosed() noexcept {
        std::erase_if(all, [](Kept& kept) {
            const bool closed = kept.slots->closed.load();
            if (closed) {
                giveBack(kept);
            }
            return closed;
        });
    }

    std::vector<Kept> all;
};

thread_local KeptSlots keptSlots;

void readEnded(std::uint64_t group, std::uint64_t* values, std::size_t count) noexcept {
    for (const Ended& one : ended) {
        if (one.group == group) {
            std::copy_n(one.last, count, values);
            return;
        }
    }
    std::fill_n(values, count, 0);
}

}  // namespace

PerThreadGroup::PerThreadGroup(std::vector<Metric> metrics)
    : number_(lastGroup.fetch_add(1) + 1),
      metrics_(std::move(metrics)),
      slots_(std::make_shared<Slots>()) {}

PerThreadGroup::~PerThreadGroup() {
    slots_->closed.store(true);
}

void PerThreadGroup::read(std::uint64_t* values) noexcept {
    Slot* const slot = anchor.group == number_ ? anchor.slot : attachThread();
    if (slot == nullptr) {
        readEnded(number_, values, metrics_.size());
        return;
    }
    if (slot->counters != nullptr) {
        slot->counters->read(values);
    } else {
        std::fill_n(values, metrics_.size(), 0);
    }
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
        slot->last[m].store(values[m], std::memory_order_release);
    }
}

bool PerThreadGroup::readFor(pid_t thread, std::uint64_t* values) noexcept {
    for (const Slot* slot = slots_->first.load(std::memory_order_acquire); slot != nullptr;
         slot = slot->next) {
        if (slot->thread.load(std::memory_order_acquire) == thread) {
            for (std::size_t m = 0; m < metrics_.size(); ++m) {
                values[m] = slot->last[m].load(std::memory_order_acquire);
            }
            return true;
        }
    }
    return false;
}

// The calling thread's slot; nullptr where the thread is over or there is no memory.
PerThreadGroup::Slot* PerThreadGroup::attachThread() noexcept {
    if (isOver) {
        return nullptr;
    }
    for (const Kept& kept : keptSlots.all) {
        if (kept.group == number_) {
            anchor = {number_, kept.slot};
            return kept.slot;
        }
    }
    try {
        keptSlots.dropClosed();
        keptSlots.all.reserve(keptSlots.all.size() + 1);
        Slot* const slot = slots_->take(currentThread());
        for (auto& value : slot->last) {
            value.store(0);
        }
        slot->counters = makeCounters();
        if (slot->counters == nullptr) {
            without_.fetch_add(1);
        }
        keptSlots.all.push_back({number_, slots_, slot});
        anchor = {number_, slot};
        return slot;
    } catch (const std::exception&) {
        return nullptr;
    }
}

}  // namespace gantry::perf
