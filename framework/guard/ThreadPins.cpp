// The table grows and never shrinks: a block of slots, a chain of further blocks when all slots of
// one are taken, and a chain of deep pins per slot. Readers walk these chains without a lock, while
// threads append with compare-exchange. A slot is found by open addressing from the hash of its
// thread. `used` lists the taken slots of a block, so that a walk costs one step per thread, not
// per slot; an entry may be null for a moment between the increment of `numUsed` and its store.

#include "guard/ThreadPins.hpp"

#include <algorithm>
#include <linux/membarrier.h>
#include <mutex>
#include <new>
#include <pthread.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <vector>

namespace gantry::framework {
namespace {

bool membarrier(int command) noexcept {
    return syscall(__NR_membarrier, command, 0U, 0) == 0;
}

bool registerMembarrier() noexcept {
    return membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED);
}

/// The tables of the process, for the fork handler: pthread_atfork passes no argument to it.
class ForkAnchor final {
public:
    /// Never destroyed: a fork may happen at any time, also while the process ends.
    static ForkAnchor& only() {
        // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one of the process
        static ForkAnchor* const kAnchor = new ForkAnchor;
        return *kAnchor;
    }

    void add(ThreadPins& table) {
        const std::lock_guard lock(mutex_);
        tables_.push_back(&table);
    }
    void remove(ThreadPins& table) {
        const std::lock_guard lock(mutex_);
        std::erase(tables_, &table);
    }

private:
    ForkAnchor() {
        pthread_atfork([] { only().mutex_.lock(); }, [] { only().mutex_.unlock(); },
                       [] {
                           for (ThreadPins* table : only().tables_) {
                               table->forgetOthers();
                           }
                           only().mutex_.unlock();
                       });
    }

    std::mutex mutex_;
    std::vector<ThreadPins*> tables_;
};

/// Makes the next deep pin if it does not exist; false if there is no memory.
bool deepen(PinSlot& slot) noexcept {
    constexpr std::uint32_t kFirst = 16;
    const std::uint32_t wanted = slot.numDeep.load(std::memory_order_relaxed);
    while (slot.deep(wanted) == nullptr) {
        std::uint32_t number = kFirst;
        std::atomic<PinSlot::Level*>* end = &slot.deeper;
        while (PinSlot::Level* const level = end->load(std::memory_order_relaxed)) {
            number = 2 * level->numPins;
            end = &level->deeper;
        }
        try {
            end->store(new PinSlot::Level(slot, number), std::memory_order_seq_cst);
        } catch (const std::bad_alloc&) {
            return false;
        }
    }
    return true;
}

template <class Visit>
void eachPin(PinSlot& slot, const Visit& visit) noexcept {
    for (PinSlot::Pin& pin : slot.pins) {
        visit(pin);
    }
    for (PinSlot::Level* level = slot.deeper.load(std::memory_order_seq_cst); level != nullptr;
         level = level->deeper.load(std::memory_order_seq_cst)) {
        std::for_each(level->pins.get(), level->pins.get() + level->numPins,
                      [&](PinSlot::DeepPin& deep) { visit(deep.pin); });
    }
}

}  // namespace

Fences fencesOfThisSystem() noexcept {
#if defined(__SANITIZE_THREAD__)
    return Fences::Caller;
#else
    const bool offered = registerMembarrier() && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED);
    return offered ? Fences::Exchanger : Fences::Caller;
#endif
}

std::shared_ptr<ThreadPins> ThreadPins::make(Fences fences) {
    std::shared_ptr<ThreadPins> made(new ThreadPins(fences));
    ForkAnchor::only().add(*made);
    return made;
}

ThreadPins::ThreadPins(Fences fences) noexcept : fences_(fences) {
    static_assert((kSlots & (kSlots - 1)) == 0);
    setSlots(first_.slots.data(), kSlots - 1);
}

ThreadPins::~ThreadPins() {
    ForkAnchor::only().remove(*this);
    eachSlot([](PinSlot& slot) {
        PinSlot::Level* level = slot.deeper.load(std::memory_order_relaxed);
        while (level != nullptr) {
            const std::unique_ptr<PinSlot::Level> last(level);
            level = last->deeper.load(std::memory_order_relaxed);
        }
    });
    Block* block = first_.next.load(std::memory_order_relaxed);
    while (block != nullptr) {
        const std::unique_ptr<Block> last(block);
        block = last->next.load(std::memory_order_relaxed);
    }
}

// If callers fence, no slot key equals its thread, so that every call takes the slow path.
std::uintptr_t ThreadPins::keyOf(std::uintptr_t thread) const noexcept {
    return fences_ == Fences::Exchanger ? thread : ~thread;
}

// A slot is never given back: a thread that ends leaves it to one with the same key.
PinSlot* ThreadPins::find(Block& block, std::uintptr_t thread, std::uintptr_t key) noexcept {
    for (std::size_t i = 0; i < kSlots; ++i) {
        PinSlot& slot = block.slots[(homeOf(thread) + i) % kSlots];
        std::uintptr_t owner = slot.thread.load(std::memory_order_acquire);
        if (owner == 0 && slot.thread.compare_exchange_strong(owner, key)) {
            block.used[block.numUsed.fetch_add(1)].store(&slot);
            return &slot;
        }
        if (owner == key) {
            return &slot;
        }
    }
    return nullptr;
}

// Two threads may make a further block at once: the one that comes second drops its own.
PinSlot* ThreadPins::slotOf(std::uintptr_t thread) noexcept {
    for (Block* block = &first_;;) {
        if (PinSlot* const slot = find(*block, thread, keyOf(thread))) {
            return slot;
        }
        Block* next = block->next.load();
        if (next == nullptr) {
            std::unique_ptr<Block> made(new (std::nothrow) Block);
            if (!made) {
                return nullptr;
            }
            if (block->next.compare_exchange_strong(next, made.get())) {
                next = made.release();
            }
        }
        block = next;
    }
}

PinSlot* ThreadPins::occupy() noexcept {
    PinSlot* const slot = slotOf(thisThread());
    return slot && (slot->free() || deepen(*slot)) ? slot : nullptr;
}

template <class Visit>
void ThreadPins::eachSlot(const Visit& visit) const noexcept {
    for (const Block* block = &first_; block != nullptr; block = block->next.load()) {
        const std::size_t used = block->numUsed.load();
        for (std::size_t i = 0; i < used; ++i) {
            // Null: the thread is taking the slot and has no pin yet; it will read the new target.
            if (PinSlot* const slot = block->used[i].load()) {
                visit(*slot);
            }
        }
    }
}

bool ThreadPins::fenceAllThreads() const noexcept {
    if (fences_ == Fences::Caller) {
        return true;
    }
    return membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED) ||
           (registerMembarrier() && membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED));
}

ThreadPins::Inside ThreadPins::inside(const CallTarget& target) const noexcept {
    Inside inside;
    const std::uintptr_t self = keyOf(thisThread());
    eachSlot([&](PinSlot& slot) {
        std::uint32_t found = 0;
        eachPin(slot, [&](PinSlot::Pin& pin) { found += pin.load() == &target ? 1U : 0U; });
        (slot.thread.load() == self ? inside.own : inside.others) += found;
    });
    return inside;
}

void ThreadPins::forgetOthers() noexcept {
    const std::uintptr_t self = keyOf(thisThread());
    eachSlot([self](PinSlot& slot) {
        if (slot.thread.load() != self) {
            eachPin(slot, [](PinSlot::Pin& pin) { pin.store(nullptr); });
            slot.numDeep.store(0);
        }
    });
}

// Remembers where the target was shown, so that waiting looks at few pins instead of all.
void ThreadPins::collect(const CallTarget& target, Seen& seen) const noexcept {
    const std::uintptr_t self = keyOf(thisThread());
    seen.number = 0;
    seen.isPart = false;
    eachSlot([&](PinSlot& slot) {
        if (slot.thread.load() == self) {
            return;
        }
        eachPin(slot, [&](const PinSlot::Pin& pin) {
            if (pin.load() != &target) {
                return;
            }
            if (seen.number == seen.pins.size()) {
                seen.isPart = true;
                return;
            }
            seen.pins[seen.number++] = &pin;
        });
    });
}

// From the end, so that those that still show it stay in front.
bool ThreadPins::isVacated(const CallTarget& target, Seen& seen) const noexcept {
    for (;;) {
        while (seen.number > 0 && seen.pins[seen.number - 1]->load() != &target) {
            --seen.number;
        }
        if (seen.number > 0 || !seen.isPart) {
            return seen.number == 0;
        }
        collect(target, seen);
    }
}

// A yield may last for the whole time slice of another thread. A short sleep returns sooner, but
// the default timer slack of the system delays it by some 50 us; so it is set to 1 ns meanwhile.
void ThreadPins::rest(int round) noexcept {
    constexpr int kNaps = 100;
    if (round < kSpins) {
#if defined(__x86_64__)
        __builtin_ia32_pause();
#endif
    } else if (round < kSpins + kYields) {
        sched_yield();
    } else {
        const int slack = prctl(PR_GET_TIMERSLACK);
        prctl(PR_SET_TIMERSLACK, 1UL);
        std::this_thread::sleep_for(
            std::chrono::microseconds(round < kSpins + kYields + kNaps ? 5 : 200));
        prctl(PR_SET_TIMERSLACK, static_cast<unsigned long>(std::max(slack, 1)));
    }
}

}  // namespace gantry::framework
