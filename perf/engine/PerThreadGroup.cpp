#include <perf/engine/PerThreadGroup.hpp>
#include <perf/segment/CpuClock.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <new>
#include <pthread.h>
#include <utility>

namespace gantry::perf {

namespace {

// Forks that lie between the process in which this was loaded and this one.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): of the process
constinit std::atomic<std::uint32_t> forks{0};

// A number of this process alone: a later one that was forked from it does not find it its own.
std::uint64_t ofProcess(std::uint32_t number) noexcept {
    return std::uint64_t{forks.load(std::memory_order_acquire)} << 32U | number;
}

bool isOfProcess(std::uint64_t number) noexcept {
    return number >> 32U == forks.load(std::memory_order_acquire);
}

std::uint64_t ofThread(pid_t thread) noexcept {
    return ofProcess(static_cast<std::uint32_t>(thread));
}

}  // namespace

// A slot belongs to one thread until that ends, and then to a later one. Slots of the process this
// one was forked from are free.
struct PerThreadGroup::Slot {
    std::atomic<std::uint64_t> thread{0};
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
            if (!isOfProcess(slot->thread.load())) {
                // Of a thread that this process does not have.
                (void)slot->counters.release();
            }
            delete std::exchange(slot, slot->next);
        }
    }

    // A slot for the calling thread. Throws std::bad_alloc. Lock-free: a slot is taken by writing
    // the thread's number over that of nobody; new ones are put in front of the list and never
    // taken out, so a reader can follow it at any time.
    Slot* take(pid_t thread) {
        for (Slot* slot = first.load(std::memory_order_acquire); slot != nullptr;
             slot = slot->next) {
            std::uint64_t before = slot->thread.load();
            const bool foreign = !isOfProcess(before);
            if ((foreign || before == ofProcess(0)) &&
                slot->thread.compare_exchange_strong(before, ofThread(thread))) {
                if (foreign) {
                    (void)slot->counters.release();
                }
                return slot;
            }
        }
        auto* const slot = new Slot;
        slot->thread.store(ofThread(thread));
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

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one of each thread
constinit thread_local Anchor anchor{0, nullptr};

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): of each thread, of the process
constinit thread_local bool isOver = false;

constinit std::atomic<std::uint64_t> lastGroup{0};
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// The last values of the groups of a thread that is being taken down: timers that still run are
// closed after its counters are gone. The values of a group, or of the end of all: group 0.
struct Ended {
    std::uint64_t group;
    std::uint64_t last[kMaxMetrics];
};

// Where a thread keeps them: not in thread_local memory, of which a library that is loaded later
// has some 500 bytes, beyond which each access costs more, also that of every start of a timer.
// They are freed after the destructors of all thread_local objects, by a function that stays.
class EndedKey final {
public:
    EndedKey() noexcept : made_(::pthread_key_create(&key_, &std::free) == 0) {}
    EndedKey(const EndedKey&) = delete;
    EndedKey& operator=(const EndedKey&) = delete;
    ~EndedKey() {
        if (std::exchange(made_, false)) {
            (void)::pthread_key_delete(key_);
        }
    }

    // Null where there are none.
    [[nodiscard]] const Ended* get() const noexcept {
        return made_ ? static_cast<const Ended*>(::pthread_getspecific(key_)) : nullptr;
    }
    // Memory from malloc; does nothing where it cannot be kept.
    void set(Ended* values) const noexcept {
        if (!made_ || ::pthread_setspecific(key_, values) != 0) {
            std::free(values);  // NOLINT(cppcoreguidelines-no-malloc): of calloc
        }
    }

private:
    pthread_key_t key_{};
    bool made_;
};

const EndedKey endedKey;

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
        keepLast();
        for (Kept& kept : all) {
            giveBack(kept);
        }
    }

    // Without memory, timers that still run end where they began.
    void keepLast() const noexcept {
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): std::free is the destructor of the key
        auto* const values = static_cast<Ended*>(std::calloc(all.size() + 1, sizeof(Ended)));
        if (values == nullptr) {
            return;
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            values[i].group = all[i].group;
            for (std::size_t m = 0; m < kMaxMetrics; ++m) {
                values[i].last[m] = all[i].slot->last[m].load();
            }
        }
        endedKey.set(values);
    }

    // The counters end on their own thread, as ThreadCounters requires.
    static void giveBack(Kept& kept) noexcept {
        Slot& slot = *kept.slot;
        const std::uint64_t self = ofThread(currentThread());
        std::uint64_t owner = slot.thread.load();
        if (owner != self) {
            if (isOfProcess(owner) || !slot.thread.compare_exchange_strong(owner, self)) {
                // After a fork another thread has taken it.
                return;
            }
            if (slot.counters != nullptr) {
                slot.counters->abandon();
            }
        }
        slot.counters.reset();
        slot.thread.store(ofProcess(0), std::memory_order_release);
    }

    // Gives back what is of no use any more.
    void dropOld() noexcept {
        const std::uint64_t self = ofThread(currentThread());
        std::erase_if(all, [self](Kept& kept) {
            const bool old = kept.slots->closed.load() || kept.slot->thread.load() != self;
            if (old) {
                giveBack(kept);
            }
            return old;
        });
    }

    std::vector<Kept> all;
};

// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one of each thread
thread_local KeptSlots keptSlots;

void forgetGroups() noexcept {
    forks.fetch_add(1, std::memory_order_release);
    anchor = {0, nullptr};
}

void readEnded(std::uint64_t group, std::uint64_t* values, std::size_t count) noexcept {
    for (const Ended* one = endedKey.get(); one != nullptr && one->group != 0; ++one) {
        if (one->group == group) {
            std::copy_n(one->last, count, values);
            return;
        }
    }
    std::fill_n(values, count, 0);
}

}  // namespace

PerThreadGroup::PerThreadGroup(std::vector<Metric> metrics)
    : number_(lastGroup.fetch_add(1) + 1),
      metrics_(std::move(metrics)),
      slots_(std::make_shared<Slots>()) {
    static const int failed = ::pthread_atfork(nullptr, nullptr, &forgetGroups);
    if (failed != 0) {
        throw std::bad_alloc();
    }
}

PerThreadGroup::~PerThreadGroup() {
    slots_->closed.store(true);
}

void PerThreadGroup::dropOld() noexcept {
    if (!isOver) {
        keptSlots.dropOld();
    }
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

// The number of the process in the slot's number keeps a child from taking slots of its parent's
// threads for its own.
bool PerThreadGroup::readFor(pid_t thread, std::uint64_t* values) noexcept {
    for (const Slot* slot = slots_->first.load(std::memory_order_acquire); slot != nullptr;
         slot = slot->next) {
        if (slot->thread.load(std::memory_order_acquire) == ofThread(thread)) {
            for (std::size_t m = 0; m < metrics_.size(); ++m) {
                values[m] = slot->last[m].load(std::memory_order_acquire);
            }
            return true;
        }
    }
    return false;
}

std::uint64_t PerThreadGroup::threadsWithout() const noexcept {
    const std::uint64_t without = without_.load();
    return isOfProcess(without) ? without & 0xffffffffU : 0;
}

void PerThreadGroup::countWithout() noexcept {
    std::uint64_t before = without_.load();
    std::uint64_t after = 0;
    do {
        after = (isOfProcess(before) ? before : ofProcess(0)) + 1;
    } while (!without_.compare_exchange_weak(before, after));
}

// The calling thread's slot; nullptr where the thread is over or there is no memory.
PerThreadGroup::Slot* PerThreadGroup::attachThread() noexcept {
    if (isOver) {
        return nullptr;
    }
    for (const Kept& kept : keptSlots.all) {
        if (kept.group == number_ && kept.slot->thread.load() == ofThread(currentThread())) {
            anchor = {number_, kept.slot};
            return kept.slot;
        }
    }
    try {
        keptSlots.dropOld();
        keptSlots.all.reserve(keptSlots.all.size() + 1);
        Slot* const slot = slots_->take(currentThread());
        for (auto& value : slot->last) {
            value.store(0);
        }
        slot->counters = makeCounters();
        if (slot->counters == nullptr) {
            countWithout();
        }
        keptSlots.all.push_back({number_, slots_, slot});
        anchor = {number_, slot};
        return slot;
    } catch (const std::exception&) {
        return nullptr;
    }
}

}  // namespace gantry::perf
