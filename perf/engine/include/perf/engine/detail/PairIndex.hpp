#pragma once

#include <perf/engine/detail/PageArray.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// Finds a record by the address of its owner and its own id in constant time. Private to one
/// thread. Record has a member `id`; records and owners must not move. Grows without malloc.
template <class Record>
class PairIndex final {
public:
    /// Throws std::bad_alloc.
    PairIndex() : entries_(kSmallest), capacity_(kSmallest) {}

    /// The record, or nullptr.
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

    /// Makes room for one more; false when there is no memory for it.
    bool reserveOne() noexcept {
        if ((size_ + 1) * 4 <= capacity_ * 3) {
            return true;
        }
        const std::size_t wanted = std::max(capacity_ * 2, kInPage);
        auto larger = PageArray<Entry>::ofPages(wanted);
        if (larger.size() == 0) {
            return false;
        }
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

    /// Adds a record that is not in yet, after reserveOne().
    void insert(const void* owner, Record* record) noexcept {
        std::size_t at = hash(owner, record->id);
        while (entries_[at].record != nullptr) {
            at = (at + 1) & (capacity_ - 1);
        }
        entries_[at] = {owner, record};
        ++size_;
    }

    /// Forgets all.
    void clear() noexcept {
        std::fill_n(entries_.get(), capacity_, Entry{});
        size_ = 0;
    }

private:
    static constexpr std::size_t kSmallest = 16;
    static constexpr std::size_t kInPage = 256;

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
