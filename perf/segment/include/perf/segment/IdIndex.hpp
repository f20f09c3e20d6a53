#pragma once

#include <perf/segment/Layout.hpp>
#include <perf/segment/detail/ZeroedArray.hpp>

#include <cstddef>
#include <cstdint>
#include <new>

namespace gantry::perf {

/// Finds the number of a record by a hash of what is in it, in constant time and 11 to 21 bytes
/// a record. For one thread at a time.
///
/// Open addressing with linear probing; at most three quarters full, so every search ends at an
/// empty entry. The records themselves stand elsewhere: the caller compares them. Nothing is ever
/// removed.
///
///     const auto isText = [&](std::uint32_t id) { return at(id) == text; };
///     if (index.find(hash, isText) == kNone) {
///         index.reserveOne();
///         index.insert(hash, append(text));
///     }
class IdIndex final {
public:
    /// The record with that hash for which `same(id)` says yes, or kNone. `same` is called for few
    /// records but the right one: those whose shortened hash agrees. Does not throw unless `same`
    /// does.
    template <class Same>
    [[nodiscard]] std::uint32_t find(std::uint64_t hash, const Same& same) const {
        if (entries_.size() == 0) {
            return kNone;
        }
        for (std::size_t at = placeOf(hash);; at = next(at)) {
            const Entry& entry = entries_[at];
            if (entry.idPlusOne == 0) {
                return kNone;
            }
            if (entry.hash == shortened(hash) && same(entry.idPlusOne - 1)) {
                return entry.idPlusOne - 1;
            }
        }
    }

    /// Makes room for one more. Throws std::bad_alloc. Separate from insert(), so that what may
    /// throw comes before the record is published and cannot leave one that is not found.
    void reserveOne() {
        if ((size_ + 1) * 4 <= entries_.size() * 3) {
            return;
        }
        // The size stays a power of two: places are found with a mask.
        ZeroedArray<Entry> larger(entries_.size() == 0 ? kSmallest : 2 * entries_.size());
        if (larger.size() == 0) {
            throw std::bad_alloc();
        }
        entries_.swap(larger);
        // After the swap `larger` is the smaller, old table.
        for (std::size_t i = 0; i < larger.size(); ++i) {
            if (larger[i].idPlusOne != 0) {
                put(larger[i]);
            }
        }
    }

    /// Adds a record that is not in yet, after reserveOne(). id is below kNone - 1.
    void insert(std::uint64_t hash, std::uint32_t id) noexcept {
        put({id + 1, shortened(hash)});
        ++size_;
    }

private:
    // Entries; a power of two.
    static constexpr std::size_t kSmallest = 64;

    /// Eight bytes: with the table between three eighths and three quarters full, 11 to 21 for each
    /// record.
    struct Entry {
        /// 0: the entry is empty. So memory of zeros is an empty table.
        std::uint32_t idPlusOne;
        /// As shortened() gives it.
        std::uint32_t hash;
    };

    // The place follows from what is kept of the hash, so that growth need not look at records.
    static std::uint32_t shortened(std::uint64_t hash) noexcept {
        return static_cast<std::uint32_t>((hash * 0x9e3779b97f4a7c15U) >> 32U);
    }
    std::size_t placeOf(std::uint64_t hash) const noexcept {
        return shortened(hash) & (entries_.size() - 1);
    }
    std::size_t next(std::size_t at) const noexcept { return (at + 1) & (entries_.size() - 1); }

    // There must be an empty entry, as reserveOne() provides.
    void put(Entry entry) noexcept {
        std::size_t at = entry.hash & (entries_.size() - 1);
        while (entries_[at].idPlusOne != 0) {
            at = next(at);
        }
        entries_[at] = entry;
    }

    ZeroedArray<Entry> entries_;
    // Entries in use.
    std::size_t size_ = 0;
};

}  // namespace gantry::perf
