#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "NameHash.hpp"

namespace gantry::regions {

/// Handles, such as of timers, by the hashes of their names. Any thread may look and add, without a
/// lock. Nothing is removed. Constant-initialised, so that it can be used before main.
template <class Handle, std::size_t kEntries>
class NameTable final {
public:
    using Number = std::uint32_t;

    static constexpr Number kOther = kEntries;        ///< of all names that do not fit
    static constexpr Number kNothing = kEntries + 1;  ///< of a handle of zeros, which does nothing
    static constexpr Number kNumbers = kEntries + 2;  ///< numbers are below

    constexpr NameTable() noexcept = default;

    [[nodiscard]] const Handle& operator[](Number number) const noexcept {
        return entries_[number].handle;
    }

    /// kNothing where the name was not met before.
    [[nodiscard]] Number find(const NameHash& hash) const noexcept {
        for (std::size_t i = placeOf(hash), probes = 0; probes < kMostProbes; ++i, ++probes) {
            const Entry& entry = entries_[i % kEntries];
            const std::uint64_t found = entry.first.load(std::memory_order_acquire);
            if (found == hash.first() && entry.second == hash.second()) [[likely]] {
                return static_cast<Number>(i % kEntries);
            }
            if (found == 0) {
                break;
            }
        }
        return kNothing;
    }

    /// The number of a name that was not found. make() gives its handle, makeOther() that of all
    /// which do not fit. Of two threads that add one name at once each may take an entry: make()
    /// has to give the same to both.
    template <class Make, class MakeOther>
    Number add(const NameHash& hash, Make make, MakeOther makeOther) noexcept {
        for (std::size_t i = placeOf(hash), probes = 0; probes < kMostProbes; ++i, ++probes) {
            Entry& entry = entries_[i % kEntries];
            if (entry.first.load(std::memory_order_acquire) == hash.first() &&
                entry.second == hash.second()) {
                return static_cast<Number>(i % kEntries);
            }
            if (take(entry)) {
                entry.handle = make();
                entry.second = hash.second();
                entry.first.store(hash.first(), std::memory_order_release);
                return static_cast<Number>(i % kEntries);
            }
        }
        if (Entry& other = entries_[kOther]; take(other)) {
            other.handle = makeOther();
            other.first.store(1, std::memory_order_release);
        }
        // While another thread makes that one there is none.
        return entries_[kOther].first.load(std::memory_order_acquire) != 0 ? kOther : kNothing;
    }

private:
    struct Entry {
        std::atomic<std::uint64_t> first{0};  ///< 0: not there yet
        std::atomic<bool> taken{false};
        std::uint64_t second = 0;
        Handle handle{};
    };

    static constexpr std::size_t kMostProbes = 64;

    static std::size_t placeOf(const NameHash& hash) noexcept {
        return static_cast<std::size_t>(hash.first() >> 40U);
    }
    static bool take(Entry& entry) noexcept {
        bool taken = false;
        return entry.taken.compare_exchange_strong(taken, true, std::memory_order_acq_rel);
    }

    std::array<Entry, kNumbers> entries_{};
};

}  // namespace gantry::regions
