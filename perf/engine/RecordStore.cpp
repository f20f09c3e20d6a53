#include <perf/engine/Ids.hpp>
#include <perf/engine/RecordStore.hpp>

#include <bit>
#include <cstring>
#include <new>

namespace gantry::perf {

namespace {

constexpr std::align_val_t kAlignment{64};

}  // namespace

void RecordStore::Free::operator()(std::byte* memory) const noexcept {
    ::operator delete(memory, kAlignment);
}

RecordStore::Place RecordStore::placeOf(std::uint32_t index) noexcept {
    const std::uint64_t shifted = std::uint64_t{index} + kFirstChunk;
    const auto chunk = static_cast<std::size_t>(std::bit_width(shifted / kFirstChunk) - 1);
    return {chunk, static_cast<std::size_t>(shifted) - recordsIn(chunk)};
}

void* RecordStore::prepare() noexcept {
    const auto [chunk, offset] = placeOf(size_.load(std::memory_order_relaxed));
    if (chunk >= kChunks) {
        return nullptr;
    }
    if (chunks_[chunk] == nullptr) {
        const std::size_t bytes = recordsIn(chunk) * recordSize_;
        void* memory = ::operator new(bytes, kAlignment, std::nothrow);
        if (memory == nullptr) {
            return nullptr;
        }
        std::memset(memory, 0, bytes);
        chunks_[chunk].reset(static_cast<std::byte*>(memory));
    }
    return chunks_[chunk].get() + offset * recordSize_;
}

void* RecordStore::at(std::uint32_t index) const noexcept {
    const auto [chunk, offset] = placeOf(index);
    return chunks_[chunk].get() + offset * recordSize_;
}

std::uint32_t RecordStore::indexOf(const void* record) const noexcept {
    const auto* const address = static_cast<const std::byte*>(record);
    std::size_t before = 0;
    for (std::size_t chunk = 0; chunk < kChunks && chunks_[chunk] != nullptr; ++chunk) {
        const std::byte* const begin = chunks_[chunk].get();
        if (address >= begin && address < begin + recordsIn(chunk) * recordSize_) {
            const auto offset = static_cast<std::size_t>(address - begin) / recordSize_;
            return static_cast<std::uint32_t>(before + offset);
        }
        before += recordsIn(chunk);
    }
    return kNone;
}

std::size_t RecordStore::bytes() const noexcept {
    std::size_t sum = 0;
    for (std::size_t chunk = 0; chunk < kChunks && chunks_[chunk] != nullptr; ++chunk) {
        sum += recordsIn(chunk) * recordSize_;
    }
    return sum;
}

}  // namespace gantry::perf
