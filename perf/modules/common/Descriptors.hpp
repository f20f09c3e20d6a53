#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "FileRecord.hpp"
#include "FileTable.hpp"

namespace gantry::io {

/// What is known of one descriptor. Its number of a file changes as one word; threads that use one
/// descriptor at once share the rest, as the system has them share its offset.
struct Descriptor {
    std::atomic<std::uint32_t> file{FileTable::kNone};
    std::uint32_t hasPlaces = 0;  ///< 1: a file in which accesses have an offset
    std::int64_t position = 0;
    AccessOrder order;
};

/// Descriptors by number: an array, so that neither a lock nor memory is needed. Those above its
/// end are not kept: they are looked up at each use.
class Descriptors final {
public:
    static constexpr int kMost = 65536;

    constexpr Descriptors() noexcept = default;

    /// Null for one that is not kept.
    Descriptor* at(int number) noexcept {
        return number >= 0 && number < kMost ? &all_[static_cast<std::size_t>(number)] : nullptr;
    }

    void set(int number, std::uint32_t file, bool hasPlaces) noexcept {
        if (Descriptor* const descriptor = at(number)) {
            descriptor->position = 0;
            descriptor->order = {};
            descriptor->hasPlaces = hasPlaces ? 1 : 0;
            descriptor->file.store(file, std::memory_order_release);
        }
    }

    /// One of a file that is not to be recorded: what else is known of it is not looked at.
    void exclude(int number) noexcept {
        if (Descriptor* const descriptor = at(number)) {
            descriptor->file.store(FileTable::kExcluded, std::memory_order_release);
        }
    }

    void forget(int number) noexcept {
        if (Descriptor* const descriptor = at(number)) {
            descriptor->file.store(FileTable::kNone, std::memory_order_release);
        }
    }

    /// After dup(): both are of one file; the offset, which the system shares, goes on in both.
    void duplicate(int from, int to) noexcept {
        const Descriptor* const source = at(from);
        Descriptor* const target = at(to);
        if (target == nullptr) {
            return;
        }
        if (source == nullptr) {
            forget(to);
            return;
        }
        target->position = source->position;
        target->order = source->order;
        target->hasPlaces = source->hasPlaces;
        target->file.store(source->file.load(std::memory_order_acquire), std::memory_order_release);
    }

private:
    std::array<Descriptor, kMost> all_{};
};

}  // namespace gantry::io
