#pragma once

#include <base/bytes/Varint.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::perf {

/// Takes numbers and texts from the front of foreign bytes. Once something is not there, it has
/// failed and gives zeros.
class ByteReader final {
public:
    explicit ByteReader(std::string_view bytes) noexcept : rest_(bytes) {}

    /// The next number. Fails at the end of the bytes and for more than 64 bits.
    std::uint64_t varint() noexcept {
        const std::optional<std::uint64_t> value = base::takeVarint(rest_);
        if (!value) {
            fail();
        }
        return value.value_or(0);
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
    std::string_view bytes() noexcept { return take(varint()); }

    /// So many bytes.
    std::string_view take(std::uint64_t length) noexcept {
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
