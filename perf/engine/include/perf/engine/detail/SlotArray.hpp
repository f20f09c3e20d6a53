#pragma once

#include <perf/segment/AtomicWord.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <set>
#include <tuple>

namespace gantry::perf {

/// Is called after a word of flags has changed, under the mutex of its table: it must not come back
/// to the engine but by what takes no lock.
using FlagChanged = void (*)(void* context) noexcept;

/// One word of flags and one word of data per id, readable without a lock at any time. The whole
/// range is reserved at once but takes memory only where it is used.
///
/// calloc of a large range gives untouched pages, so unused ids cost address space alone. Writers
/// are under the mutex of the table that owns the array.
///
///     slots.setData(id, base);
///     slots.setFlags(id, kKnown | kEnabled);    // last: now others see the id
class SlotArray final {
public:
    /// Throws std::bad_alloc.
    explicit SlotArray(std::uint32_t capacity)
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): untouched pages, see above
        : slots_(static_cast<Slot*>(std::calloc(capacity, sizeof(Slot)))), capacity_(capacity) {
        if (slots_ == nullptr) {
            throw std::bad_alloc();
        }
    }

    /// Ids are below this; fixed for the life of the array.
    std::uint32_t capacity() const noexcept { return capacity_; }

    /// The flags of any id at all; 0 for one that was never set. So a number that a program made up
    /// is safe, and means a timer that is off.
    std::uint32_t flags(std::uint32_t id) const noexcept {
        return id < capacity_ ? loadRelaxed(slots_[id].flags) : 0;
    }

    /// The word of flags itself, which any thread may read while it changes; stays where it is. id
    /// must be below capacity().
    const std::uint32_t& flagWord(std::uint32_t id) const noexcept { return slots_[id].flags; }

    /// id must be below capacity().
    void setFlags(std::uint32_t id, std::uint32_t flags) noexcept {
        storeRelease(slots_[id].flags, flags);
        if (!followers_.empty()) {
            notify(id);
        }
    }

    /// From now on `changed` is called with that context after each setFlags() of the id, by the
    /// writer and under its mutex, until the array is destroyed. Equal followers count once.
    /// Throws std::bad_alloc.
    void follow(std::uint32_t id, FlagChanged changed, void* context) {
        followers_.emplace(id, changed, context);
    }

    /// The word of data; id must be below capacity(). Written before the flags that make the id
    /// known.
    std::uint32_t data(std::uint32_t id) const noexcept { return loadRelaxed(slots_[id].data); }
    /// Under the mutex of the table, as setFlags().
    void setData(std::uint32_t id, std::uint32_t data) noexcept {
        storeRelease(slots_[id].data, data);
    }

private:
    /// O(log of all followers), and only where there are any at all.
    void notify(std::uint32_t id) const noexcept {
        for (auto at = followers_.lower_bound({id, nullptr, nullptr});
             at != followers_.end() && std::get<0>(*at) == id; ++at) {
            std::get<1> (*at)(std::get<2>(*at));
        }
    }

    // Both in one cache line: start() needs the flags, a phase or spread timer then the data.
    struct Slot {
        std::uint32_t flags;
        std::uint32_t data;
    };
    // Of memory from calloc().
    struct Free {
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): of calloc()
        void operator()(Slot* slots) const noexcept { std::free(slots); }
    };

    std::unique_ptr<Slot[], Free> slots_;
    std::uint32_t capacity_;
    std::set<std::tuple<std::uint32_t, FlagChanged, void*>> followers_;
};

}  // namespace gantry::perf
