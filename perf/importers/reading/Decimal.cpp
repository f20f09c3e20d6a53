#include <perf/importers/reading/Decimal.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace gantry::perf {

namespace {

constexpr int kMostExponent = 10000;

bool isDigit(char character) {
    return character >= '0' && character <= '9';
}

// The sign, the digits and where the point is in them.
struct Parts {
    bool isNegative = false;
    std::string_view whole;
    std::string_view fraction;
    int exponent = 0;
};

std::string_view takeDigits(std::string_view& text) {
    const auto end = std::find_if_not(text.begin(), text.end(), isDigit);
    const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
    text.remove_prefix(digits.size());
    return digits;
}

bool takeSign(std::string_view& text) {
    const bool isNegative = text.starts_with('-');
    if (isNegative || text.starts_with('+')) {
        text.remove_prefix(1);
    }
    return isNegative;
}

int cutOff(std::string_view digits) {
    int value = 0;
    for (const char digit : digits) {
        // Any larger exponent means 0 or a number that does not fit, so it may be cut.
        value = std::min(value * 10 + (digit - '0'), kMostExponent);
    }
    return value;
}

std::optional<Parts> partsOf(std::string_view text) {
    Parts parts;
    parts.isNegative = takeSign(text);
    parts.whole = takeDigits(text);
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        parts.fraction = takeDigits(text);
    }
    if (parts.whole.empty() && parts.fraction.empty()) {
        return std::nullopt;
    }
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        const bool isNegative = takeSign(text);
        const std::string_view digits = takeDigits(text);
        if (digits.empty()) {
            return std::nullopt;
        }
        parts.exponent = isNegative ? -cutOff(digits) : cutOff(digits);
    }
    return text.empty() ? std::optional(parts) : std::nullopt;
}

// The digits of both parts as one row.
char digitAt(const Parts& parts, std::size_t place) {
    if (place < parts.whole.size()) {
        return parts.whole[place];
    }
    place -= parts.whole.size();
    return place < parts.fraction.size() ? parts.fraction[place] : '0';
}

}  // namespace

std::optional<std::int64_t> scaledDecimal(std::string_view text, int shift) noexcept {
    const std::optional<Parts> parts = partsOf(text);
    if (!parts) {
        return std::nullopt;
    }
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    // How many digits come before the point once it is shifted.
    const std::int64_t digits =
        static_cast<std::int64_t>(parts->whole.size()) + parts->exponent + shift;
    const std::size_t written = parts->whole.size() + parts->fraction.size();
    std::uint64_t value = 0;
    for (std::int64_t i = 0; i < digits; ++i) {
        if (value == 0 && static_cast<std::size_t>(i) >= written) {
            break;  // zeros alone
        }
        const auto digit =
            static_cast<std::uint64_t>(digitAt(*parts, static_cast<std::size_t>(i)) - '0');
        if (value > (kMost - digit) / 10) {
            return std::nullopt;
        }
        value = value * 10 + digit;
    }
    // Half a unit is rounded away from 0.
    if (digits >= 0 && digitAt(*parts, static_cast<std::size_t>(digits)) >= '5') {
        if (value == kMost) {
            return std::nullopt;
        }
        ++value;
    }
    const auto result = static_cast<std::int64_t>(value);
    return parts->isNegative ? -result : result;
}

std::optional<double> realNumber(std::string_view text) noexcept {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool isWhole = end == text.data() + text.size();
    return error == std::errc() && isWhole && std::isfinite(value) ? std::optional(value)
                                                                   : std::nullopt;
}

std::optional<std::int64_t> wholeNumber(std::string_view text) noexcept {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(value)
                                                                    : std::nullopt;
}

std::optional<std::uint64_t> countNumber(std::string_view text) noexcept {
    // Counts are at most 2^63 - 1: an archive stores them in signed integers.
    const std::optional<std::int64_t> value = wholeNumber(text);
    return value && *value >= 0 ? std::optional(static_cast<std::uint64_t>(*value)) : std::nullopt;
}

}  // namespace gantry::perf
