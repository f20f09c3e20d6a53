// A clock that is wrong on purpose, for tests of everything that compares clocks. Never used unless
// GANTRY_TEST_CLOCK is set.

#include <perf/clock/SkewedClock.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>
#include <utility>

namespace gantry::perf {

namespace {

struct Unit {
    std::string_view name;
    double factor;
};

// The number with one of these units, or nothing.
template <std::size_t Count>
std::optional<double> number(std::string_view text, const std::array<Unit, Count>& units) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const std::string_view rest = text.substr(static_cast<std::size_t>(end - text.data()));
    for (const Unit& unit : units) {
        if (error == std::errc() && rest == unit.name) {
            return value * unit.factor;
        }
    }
    return std::nullopt;
}

std::optional<double> ns(std::string_view text) {
    return number(text,
                  std::array{Unit{"ns", 1}, Unit{"us", 1e3}, Unit{"ms", 1e6}, Unit{"s", 1e9}});
}

bool assign(double& to, std::optional<double> value) {
    to = value.value_or(to);
    return value.has_value();
}

// Two times, such as 1ms/5s.
bool assignBoth(double& first, double& second, std::string_view text) {
    const std::size_t at = text.find('/');
    return at != std::string_view::npos && assign(first, ns(text.substr(0, at))) &&
           assign(second, ns(text.substr(at + 1))) && second > 0;
}

bool take(ClockSkew& skew, std::string_view word) {
    const std::size_t equals = word.find('=');
    if (equals == std::string_view::npos) {
        return false;
    }
    const std::string_view key = word.substr(0, equals);
    const std::string_view value = word.substr(equals + 1);
    if (key == "offset") {
        return assign(skew.offsetNs, ns(value));
    }
    if (key == "drift") {
        return assign(skew.drift, number(value, std::array{Unit{"ppm", 1e-6}}));
    }
    if (key == "swing") {
        return assignBoth(skew.swingNs, skew.periodNs, value);
    }
    return key == "steps" && assignBoth(skew.stepNs, skew.everyNs, value);
}

}  // namespace

std::uint64_t ClockSkew::at(std::uint64_t nowNs, std::uint64_t firstNs) const noexcept {
    const auto now = static_cast<double>(nowNs);
    const double since = now - static_cast<double>(firstNs);
    double difference = offsetNs + drift * now;
    difference += swingNs * std::sin(2 * std::numbers::pi * std::fmod(since / periodNs, 1.0));
    difference += stepNs * std::floor(since / everyNs);
    return nowNs + static_cast<std::uint64_t>(std::llround(difference));
}

std::optional<ClockSkew> clockSkew(std::string_view text) {
    ClockSkew skew;
    while (!text.empty() && text != "none") {
        const std::size_t comma = text.find(',');
        if (!take(skew, text.substr(0, comma))) {
            return std::nullopt;
        }
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    return skew;
}

const char* testClock() noexcept {
    return ::secure_getenv("GANTRY_TEST_CLOCK");
}

}  // namespace gantry::perf
