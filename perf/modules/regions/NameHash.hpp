#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gantry::regions {

/// Two hashes of a text, independent enough that two different names practically never share both:
/// a name is recognised without a copy of it. Some 6 processor cycles for each 8 bytes.
class NameHash final {
public:
    constexpr NameHash() noexcept = default;

    /// A text that has a length; texts added one after the other are different from their sum.
    void add(const char* text, std::size_t size) noexcept {
        mix(size);
        for (; size >= sizeof(std::uint64_t); size -= sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, text, sizeof word);
            mix(word);
            text += sizeof word;
        }
        if (size > 0) {
            std::uint64_t word = 0;
            std::memcpy(&word, text, size);
            mix(word);
        }
    }
    void add(const char* text) noexcept { add(text, std::strlen(text)); }
    void mix(std::uint64_t word) noexcept {
        first_ = (first_ ^ word) * 0x9e3779b97f4a7c15U;
        first_ ^= first_ >> 32U;
        second_ = (second_ + word) * 0xc2b2ae3d27d4eb4fU;
        second_ ^= second_ >> 29U;
    }

    /// Never 0, which marks an entry without a name.
    [[nodiscard]] std::uint64_t first() const noexcept { return first_ | 1U; }
    [[nodiscard]] std::uint64_t second() const noexcept { return second_; }

private:
    std::uint64_t first_ = 0x243f6a8885a308d3U;
    std::uint64_t second_ = 0x13198a2e03707344U;
};

}  // namespace gantry::regions
