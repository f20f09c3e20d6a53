#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace gantry::perf {

/// Records of one fixed size, appended by one thread and read by any. A record is addressed by its
/// index and never moves; each chunk is twice as large as the one before. Memory is given back with
/// the store.
class RecordStore final {
public:
    /// Bytes per record; a multiple of 8.
    explicit RecordStore(std::size_t recordSize) noexcept : recordSize_(recordSize) {}

    RecordStore(const RecordStore&) = delete;
    RecordStore& operator=(const RecordStore&) = delete;

    /// Place for the next record, filled with zeros, or nullptr when there is no memory. It belongs
    /// to the store after publish(). Writer only.
    void* prepare() noexcept;

    /// Makes the record from the last prepare() visible to readers. Writer only.
    void publish() noexcept {
        size_.store(size_.load(std::memory_order_relaxed) + 1, std::memory_order_release);
    }

    /// Number of published records.
    std::uint32_t size() const noexcept { return size_.load(std::memory_order_acquire); }

    /// A published record.
    void* at(std::uint32_t index) const noexcept;

    /// Index of a record of this store, or kNone. Writer only; looks at every chunk.
    std::uint32_t indexOf(const void* record) const noexcept;

    /// Bytes taken from the heap. Writer only.
    std::size_t bytes() const noexcept;

private:
    static constexpr std::uint32_t kFirstChunk = 16;
    static constexpr std::size_t kChunks = 26;

    struct Place {
        std::size_t chunk;
        std::size_t offset;
    };
    struct Free {
        void operator()(std::byte* memory) const noexcept;
    };

    static Place placeOf(std::uint32_t index) noexcept;
    static std::size_t recordsIn(std::size_t chunk) noexcept {
        return std::size_t{kFirstChunk} << chunk;
    }

    const std::size_t recordSize_;
    std::atomic<std::uint32_t> size_{0};
    std::array<std::unique_ptr<std::byte, Free>, kChunks> chunks_;
};

}  // namespace gantry::perf
