#include "TimeText.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <utility>

namespace gantry::tools {

std::optional<std::int64_t> nanoseconds(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, double>, 5> kUnits{
        {{"", 1e9}, {"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}}};
    constexpr double kMost = 3.2e17;
    double value = 0;
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    const std::string_view unit = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const auto& [name, factor] : kUnits) {
        if (error == std::errc() && unit == name && value >= 0 && value * factor <= kMost) {
            return std::llround(value * factor);
        }
    }
    return std::nullopt;
}

std::string clockText(double seconds) {
    constexpr double kMost = 2e11;  // the year 8307
    if (!(seconds > 0 && seconds < kMost)) {
        return "-";
    }
    const auto whole = static_cast<std::time_t>(seconds);
    std::tm parts{};
    ::localtime_r(&whole, &parts);
    std::array<char, 32> text{};
    return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &parts)};
}

}  // namespace gantry::tools
