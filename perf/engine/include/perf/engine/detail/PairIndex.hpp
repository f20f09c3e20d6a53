#pragma once

#include <perf/engine/detail/PageArray.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// Finds a record by the address of its owner and its own id in constant time. Private to one
/// thread. Record has a member `id`; records and owners must not move. Grows without malloc.
///
/// Open addressing with linear probing, at most three quarters full. It is what start() looks a
/// call path up with: owner is the node that runs, id the timer. The hash is of the address, since
/// nodes never move.
///
///     NodeRecord* node = children.find(above, timer);
///     if (node == nullptr && children.reserveOne()) {
///         node = makeNode(timer);
///         children.insert(above, node);
///     }
template <class Record>
class PairIndex final {
public:
    /// Throws std::bad_alloc. The first table is from malloc: it is made before the thread
    /// measures.
    PairIndex() : entries_(kSmallest), capacity_(kSmallest) {}

    /// The record, or nullptr. Never waits, allocates or fails; a few comparisons. owner is
    /// compared by address only and never read.
    Record* find(const void* owner, std::uint32_t id) const noexcept {
        for (std::size_t at = hash(owner, id);; at = (at + 1) & (capacity_ - 1)) {
            const Entry& entry = entries_[at];
            if (entry.record == nullptr) {
                return nullptr;
            }
            if (entry.owner == owner && entry.record->id == id) {
                return entry.record;
            }
        }
    }

    /// Makes room for one more; false when there is no memory for it. Doubles the table: a copy of
    /// all entries, at times.
    bool reserveOne() noexcept {
        if ((size_ + 1) * 4 <= capacity_ * 3) {
            return true;
        }
        // From the first growth on the table fills pages of its own.
        const std::size_t wanted = std::max(capacity_ * 2, kInPage);
        auto larger = PageArray<Entry>::ofPages(wanted);
        if (larger.size() == 0) {
            return false;
        }
        // A handler that interrupts this must not look anything up here: the table is incomplete
        // until all are in. It cannot, as its thread is inside the engine then.
        entries_.swap(larger);
        const std::size_t old = capacity_;
        capacity_ = wanted;
        size_ = 0;
        for (std::size_t i = 0; i < old; ++i) {
            if (larger[i].record != nullptr) {
                insert(larger[i].owner, larger[i].record);
            }
        }
        return true;
    }

    /// Adds a record that is not in yet, after reserveOne(). Separate from reserveOne(), so that
    /// memory is certain before a record is published.
    void insert(const void* owner, Record* record) noexcept {
        std::size_t at = hash(owner, record->id);
        while (entries_[at].record != nullptr) {
            at = (at + 1) & (capacity_ - 1);
        }
        entries_[at] = {owner, record};
        ++size_;
    }

    /// Forgets all. Keeps the memory, for the next thread that uses it.
    void clear() noexcept {
        std::fill_n(entries_.get(), capacity_, Entry{});
        size_ = 0;
    }

private:
    // Capacities are powers of two: places are found with a mask.
    static constexpr std::size_t kSmallest = 16;
    // Entries of 16 bytes that fill a page.
    static constexpr std::size_t kInPage = 256;

    // The id is not kept here: it is read from the record, which find() needs in any case.
    struct Entry {
        const void* owner;
        Record* record;
    };

    std::size_t hash(const void* owner, std::uint32_t id) const noexcept {
        // The upper bits of a product with an odd constant are well mixed.
        const std::uint64_t mixed =
            reinterpret_cast<std::uintptr_t>(owner) * 0xff51afd7ed558ccdULL +
            std::uint64_t{id} * 0x9e3779b97f4a7c15ULL;
        return static_cast<std::size_t>(mixed >> 32U) & (capacity_ - 1);
    }

    PageArray<Entry> entries_;
    std::size_t capacity_;
    std::size_t size_ = 0;
};

}  // namespace gantry::perf
