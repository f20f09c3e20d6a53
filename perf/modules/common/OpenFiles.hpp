#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gantry::io {

/// What is known of an open file by its handle.
struct OpenFile {
    std::uint32_t file = 0;      ///< its number, as io::FileTable has it
    std::uint32_t last = 0;      ///< 0 none, 1 a read, 2 a write
    std::uint64_t elements = 0;  ///< of a dataset whose size never changes; 0: not known
};

/// The open files of a process by their handles: a fixed table without locks, since any thread may
/// open and use files. A handle that finds no place is not known: its file is not recorded.
class OpenFiles final {
public:
    /// Ready for any key but 0. Replaces what the handle meant before. False: there is no place.
    bool add(std::uintptr_t key, std::uint32_t file) noexcept {
        if (OpenFile* const known = of(key)) {
            *known = {file, 0, 0};
            return true;
        }
        for (std::size_t probe = 0; probe < kWindow; ++probe) {
            const std::size_t place = placeOf(key, probe);
            std::uintptr_t free = 0;
            if (keys_[place].compare_exchange_strong(free, key, std::memory_order_acq_rel)) {
                files_[place] = {file, 0, 0};
                return true;
            }
        }
        return false;
    }

    /// Null for one that is not known.
    OpenFile* of(std::uintptr_t key) noexcept {
        const std::size_t place = find(key);
        return place < kSlots ? &files_[place] : nullptr;
    }

    void remove(std::uintptr_t key) noexcept {
        if (const std::size_t place = find(key); place < kSlots) {
            keys_[place].store(0, std::memory_order_release);
        }
    }

private:
    static constexpr std::size_t kSlots = 4096;  // a power of two
    static constexpr std::size_t kWindow = 32;   // places in which a key may be

    static std::size_t placeOf(std::uintptr_t key, std::size_t probe) noexcept {
        constexpr std::uint64_t kFactor = 0x9e3779b97f4a7c15U;
        constexpr unsigned kUpperBits = 40;
        return ((key * kFactor >> kUpperBits) + probe) % kSlots;
    }
    // kSlots where it is not.
    [[nodiscard]] std::size_t find(std::uintptr_t key) const noexcept {
        for (std::size_t probe = 0; probe < kWindow; ++probe) {
            const std::size_t place = placeOf(key, probe);
            if (keys_[place].load(std::memory_order_acquire) == key) {
                return place;
            }
        }
        return kSlots;
    }

    std::array<std::atomic<std::uintptr_t>, kSlots> keys_{};
    std::array<OpenFile, kSlots> files_{};
};

}  // namespace gantry::io
