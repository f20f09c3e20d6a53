#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace gantry::perf {

/// The most bytes a number takes.
inline constexpr std::size_t kLongestVarint = 10;

/// Writes a number as groups of 7 bits, lowest first, each but the last with the top bit set;
/// returns the place behind it.
inline char* putVarint(char* to, std::uint64_t value) noexcept {
    for (; value >= 0x80; value >>= 7U) {
        *to++ = static_cast<char>(static_cast<unsigned char>(value | 0x80U));
    }
    *to++ = static_cast<char>(value);
    return to;
}

/// The same at the end of a string.
inline void addVarint(std::string& to, std::uint64_t value) {
    char bytes[kLongestVarint];
    to.append(bytes, putVarint(bytes, value));
}

/// Takes numbers and texts from the front of foreign bytes. Once something is not there, it has
/// failed and gives zeros.
class ByteReader final {
public:
    explicit ByteReader(std::string_view bytes) noexcept : rest_(bytes) {}

    /// The next number. Fails at the end of the bytes and for more than 64 bits.
    std::uint64_t varint() noexcept {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
            const auto byte = static_cast<unsigned char>(rest_.front());
            rest_.remove_prefix(1);
            value |= std::uint64_t{byte & 0x7fU} << shift;
            if (byte < 0x80) {
                return value;
            }
        }
        fail();
        return 0;
    }

    /// A number that must fit into 32 bits.
    std::uint32_t small() noexcept {
        const std::uint64_t value = varint();
        if (value > 0xffffffffU) {
            fail();
            return 0;
        }
        return static_cast<std::uint32_t>(value);
    }

    /// As many bytes as the number before them says.
    std::string_view bytes() noexcept {
        const std::uint64_t length = varint();
        if (length > rest_.size()) {
            fail();
            return {};
        }
        const std::string_view taken = rest_.substr(0, length);
        rest_.remove_prefix(length);
        return taken;
    }

    /// As bytes(), copied.
    std::string text() { return std::string(bytes()); }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }

    /// Whether anything that was asked for was not there. Check it once, at the end.
    [[nodiscard]] bool failed() const noexcept { return failed_; }
    [[nodiscard]] bool atEnd() const noexcept { return rest_.empty(); }

private:
    void fail() noexcept {
        failed_ = true;
        rest_ = {};
    }

    std::string_view rest_;
    bool failed_ = false;
};

}  // namespace gantry::perf
