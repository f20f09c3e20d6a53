#include <base/text/NumberText.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace gantry::base {

namespace {

template <class... Values>
std::string print(const char* format, Values... values) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

/// Three significant digits for sizes of 1 to 999.
std::string three(double value, const char* unit) {
    // The bounds are those at which rounding would give one more digit in front: 9.995 would be
    // 10.00.
    const double size = std::fabs(value);
    const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
    return print("%.*f %s", decimals, value, unit);
}

}  // namespace

std::string duration(double seconds) {
    const double size = std::fabs(seconds);
    if (size >= 1) {
        return three(seconds, "s");
    }
    if (size >= 1e-3) {
        return three(seconds * 1e3, "ms");
    }
    if (size >= 1e-6) {
        return three(seconds * 1e6, "us");
    }
    return size == 0 ? "0 s" : three(seconds * 1e9, "ns");
}

namespace {

/// A whole number with a comma before each group of three digits.
std::string grouped(std::string digits) {
    constexpr std::size_t kGroup = 3;
    const std::size_t sign = digits.front() == '-' ? 1 : 0;
    for (std::size_t at = digits.size(); at > sign + kGroup;) {
        at -= kGroup;
        digits.insert(at, 1, ',');
    }
    return digits;
}

}  // namespace

std::string quantity(double value, const std::string& unit) {
    if (unit == "ns" || unit == "s") {
        return duration(unit == "s" ? value : value * 1e-9);
    }
    // From there on %g turns to powers of ten, in which a count cannot be read off.
    constexpr double kLeastGrouped = 1e4;
    constexpr double kMostGrouped = 1e15;
    const double size = std::fabs(value);
    const bool isGrouped = std::round(size) >= kLeastGrouped && size < kMostGrouped;
    return (isGrouped ? grouped(print("%.0f", value)) : print("%.4g", value)) +
           (unit.empty() ? "" : ' ' + unit);
}

std::string count(std::uint64_t number) {
    return std::to_string(number);
}

std::string exact(double value) {
    std::array<char, 32> digits{};
    const double size = std::fabs(value);
    // Outside of this the fixed form has many zeros. Both are the shortest that read back as the
    // same number.
    const bool handy = size == 0 || (size >= 1e-5 && size < 1e15);
    const auto [end, error] =
        std::to_chars(digits.begin(), digits.end(), value,
                      handy ? std::chars_format::fixed : std::chars_format::general);
    return error == std::errc() ? std::string(digits.begin(), end) : std::string();
}

std::string scientific(double value) {
    return value == 0 ? "0" : print("%.1e", value);
}

std::string share(double part, double whole) {
    return whole > 0 ? print("%.1f %%", 100 * part / whole) : "-";
}

std::string plural(std::size_t number, const std::string& noun) {
    return std::to_string(number) + ' ' + noun + (number == 1 ? "" : "s");
}

}  // namespace gantry::base
