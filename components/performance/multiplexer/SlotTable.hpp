#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

namespace performance::multiplexer {

/// The objects of one kind in one backend, by number. Finding one takes no lock: two loads.
template <class T>
class SlotTable final {
public:
    static constexpr std::uint32_t kCapacity = 1U << 20U;

    SlotTable() = default;
    SlotTable(const SlotTable&) = delete;
    SlotTable& operator=(const SlotTable&) = delete;
    ~SlotTable() {
        for (const std::atomic<Chunk*>& chunk : chunks_) {
            delete chunk.load(std::memory_order_relaxed);
        }
    }

    /// Null where there is none yet. number is below kCapacity.
    [[nodiscard]] T* find(std::uint32_t number) const noexcept {
        const Chunk* const chunk = chunks_[number / kChunk].load(std::memory_order_acquire);
        return chunk == nullptr ? nullptr
                                : chunk->objects[number % kChunk].load(std::memory_order_acquire);
    }

    /// Keeps made, unless there is one already; returns the one that is kept. Throws
    /// std::bad_alloc.
    T* keep(std::uint32_t number, std::shared_ptr<T> made) {
        const std::lock_guard lock(mutex_);
        std::atomic<Chunk*>& place = chunks_[number / kChunk];
        if (place.load(std::memory_order_relaxed) == nullptr) {
            place.store(new Chunk(), std::memory_order_release);
        }
        Chunk& chunk = *place.load(std::memory_order_relaxed);
        std::shared_ptr<T>& owner = chunk.owners[number % kChunk];
        if (!owner) {
            owner = std::move(made);
            chunk.objects[number % kChunk].store(owner.get(), std::memory_order_release);
        }
        return owner.get();
    }

    /// Hands the object out for destruction; nobody uses that number now.
    std::shared_ptr<T> take(std::uint32_t number) noexcept {
        const std::lock_guard lock(mutex_);
        Chunk* const chunk = chunks_[number / kChunk].load(std::memory_order_relaxed);
        if (chunk == nullptr) {
            return nullptr;
        }
        chunk->objects[number % kChunk].store(nullptr, std::memory_order_relaxed);
        return std::exchange(chunk->owners[number % kChunk], nullptr);
    }

private:
    static constexpr std::uint32_t kChunk = 1024;

    struct Chunk {
        std::array<std::atomic<T*>, kChunk> objects{};
        std::array<std::shared_ptr<T>, kChunk> owners{};
    };

    std::mutex mutex_;
    std::array<std::atomic<Chunk*>, kCapacity / kChunk> chunks_{};
};

}  // namespace performance::multiplexer
