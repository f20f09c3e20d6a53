#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace performance::multiplexer {

/// The objects of one kind in one backend, by number. Finding one takes no lock: two loads. An
/// empty table is small, so that an assembly may have many; its memory at most doubles when it
/// grows.
template <class T>
class SlotTable final {
public:
    static constexpr std::uint32_t kCapacity = 1U << 20U;

    SlotTable() = default;
    SlotTable(const SlotTable&) = delete;
    SlotTable& operator=(const SlotTable&) = delete;
    ~SlotTable() = default;

    /// Null where there is none yet. number is below kCapacity.
    [[nodiscard]] T* find(std::uint32_t number) const noexcept {
        const Place place(number);
        const Slot* const slots = slots_[place.chunk].load(std::memory_order_acquire);
        return slots == nullptr ? nullptr : slots[place.index].load(std::memory_order_acquire);
    }

    /// Keeps made, unless there is one already; returns the one that is kept. Throws
    /// std::bad_alloc.
    T* keep(std::uint32_t number, std::shared_ptr<T> made) {
        const Place place(number);
        const std::lock_guard lock(mutex_);
        Chunk& chunk = chunks_[place.chunk];
        if (!chunk.slots) {
            const std::size_t size = std::size_t{kFirst} << place.chunk;
            chunk.owners = std::make_unique<std::shared_ptr<T>[]>(size);
            chunk.slots = std::make_unique<Slot[]>(size);
            slots_[place.chunk].store(chunk.slots.get(), std::memory_order_release);
        }
        std::shared_ptr<T>& owner = chunk.owners[place.index];
        if (!owner) {
            owner = std::move(made);
            chunk.slots[place.index].store(owner.get(), std::memory_order_release);
        }
        return owner.get();
    }

    /// Hands the object out for destruction; nobody uses that number now.
    std::shared_ptr<T> take(std::uint32_t number) noexcept {
        const Place place(number);
        const std::lock_guard lock(mutex_);
        Chunk& chunk = chunks_[place.chunk];
        if (!chunk.slots) {
            return nullptr;
        }
        chunk.slots[place.index].store(nullptr, std::memory_order_relaxed);
        return std::exchange(chunk.owners[place.index], nullptr);
    }

private:
    using Slot = std::atomic<T*>;

    // Chunk n holds kFirst * 2^n objects, so that few pointers reach all, and none is ever moved.
    static constexpr std::uint32_t kFirst = 64;
    static constexpr std::size_t kChunks = std::bit_width(kCapacity / kFirst);

    struct Place {
        explicit Place(std::uint32_t number) noexcept
            : chunk(static_cast<std::size_t>(std::bit_width(number / kFirst + 1)) - 1),
              index(number + kFirst - (std::size_t{kFirst} << chunk)) {}
        std::size_t chunk;
        std::size_t index;
    };
    struct Chunk {
        std::unique_ptr<std::shared_ptr<T>[]> owners {};
        std::unique_ptr<Slot[]> slots{};
    };

    std::mutex mutex_;
    std::array<std::atomic<Slot*>, kChunks> slots_{};
    std::array<Chunk, kChunks> chunks_{};
};

}  // namespace performance::multiplexer
