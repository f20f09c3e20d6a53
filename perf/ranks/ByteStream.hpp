#pragma once

#include <base/bytes/Varint.hpp>
#include <perf/ranks/PartBytes.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

/// Numbers as bytes: whole ones in groups of 7 bits, the lowest first, signed ones with their sign
/// in the lowest bit, real ones as their 8 bytes.
namespace gantry::perf {

class PartByteWriter final {
public:
    void whole(std::uint64_t number) { base::addVarint(bytes_, number); }
    void integer(std::int64_t number) {
        const auto bits = static_cast<std::uint64_t>(number);
        whole(number < 0 ? ~(bits << 1U) : bits << 1U);
    }
    void real(double number) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        for (unsigned shift = 0; shift < 64; shift += 8) {
            bytes_ += static_cast<char>((bits >> shift) & 0xffU);
        }
    }
    void truth(bool value) { whole(value ? 1 : 0); }
    void text(std::string_view text) {
        whole(text.size());
        bytes_ += text;
    }

    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
};

/// Every method throws PartError where the bytes end.
class PartByteReader final {
public:
    explicit PartByteReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t whole() {
        std::string_view rest = bytes_.substr(at_);
        const std::optional<std::uint64_t> number = base::takeVarint(rest);
        if (!number) {
            throw PartError("a number in a part is cut short or too large");
        }
        at_ = bytes_.size() - rest.size();
        return *number;
    }
    /// Less than the bound.
    template <class Whole = std::size_t>
    Whole below(std::uint64_t bound) {
        const std::uint64_t number = whole();
        if (number >= bound) {
            throw PartError("a number in a part is out of range");
        }
        return static_cast<Whole>(number);
    }
    /// How many elements follow, each of one byte at least.
    std::size_t count() {
        const std::uint64_t number = whole();
        // What is left behind the number itself.
        if (number > bytes_.size() - at_) {
            throw PartError("a part of the run's profile is cut short");
        }
        return static_cast<std::size_t>(number);
    }
    std::int64_t integer() {
        const std::uint64_t bits = whole();
        return static_cast<std::int64_t>((bits & 1U) != 0 ? ~(bits >> 1U) : bits >> 1U);
    }
    double real() {
        std::uint64_t bits = 0;
        for (unsigned shift = 0; shift < 64; shift += 8) {
            bits |= next() << shift;
        }
        return std::bit_cast<double>(bits);
    }
    bool truth() { return below<unsigned>(2) == 1; }
    std::string text() {
        const std::size_t size = count();
        std::string text(bytes_.substr(at_, size));
        at_ += size;
        return text;
    }
    [[nodiscard]] bool isAtEnd() const { return at_ == bytes_.size(); }

private:
    std::uint64_t next() {
        if (at_ == bytes_.size()) {
            throw PartError("a part of the run's profile is cut short");
        }
        return static_cast<unsigned char>(bytes_[at_++]);
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
};

}  // namespace gantry::perf
