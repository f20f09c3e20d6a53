#include <base/text/TimeText.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <ctime>
#include <utility>

namespace gantry::base {

namespace {

std::string format(const char* form, const std::tm& parts) {
    std::array<char, 64> text{};
    return {text.data(), std::strftime(text.data(), text.size(), form, &parts)};
}

std::string utc(const char* form, std::chrono::sys_seconds time) {
    const std::time_t seconds = time.time_since_epoch().count();
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    return format(form, parts);
}

}  // namespace

std::optional<std::int64_t> nanoseconds(std::string_view text) {
    constexpr std::array<std::pair<std::string_view, double>, 5> kUnits{
        {{"", 1e9}, {"s", 1e9}, {"ms", 1e6}, {"us", 1e3}, {"ns", 1}}};
    // About ten years; far enough below the largest std::int64_t that sums of a few such times
    // still fit.
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

std::string ageText(double seconds) {
    constexpr double kMinute = 60;
    constexpr double kHour = 3600;
    constexpr double kDay = 86400;
    const auto text = [](double number, const char* unit) {
        return std::to_string(static_cast<std::int64_t>(number)) + unit;
    };
    // In this form a NaN is shown as 0 s instead of being converted to a whole number, which is
    // undefined.
    if (!(seconds >= kMinute)) {
        return text(std::max(seconds, 0.0), " s");
    }
    if (seconds < kHour) {
        return text(seconds / kMinute, " min");
    }
    if (seconds < 2 * kDay) {
        const double hours = seconds / kHour;
        // Cut, not rounded: an age is not shown before it is reached.
        const auto tenths = static_cast<std::int64_t>(hours * 10);
        return hours < 10 ? std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " h"
                          : text(hours, " h");
    }
    return text(std::min(seconds / kDay, 1e15), " d");
}

std::string clockText(double seconds) {
    constexpr double kMost = 2e11;  // the year 8307
    if (!(seconds > 0 && seconds < kMost)) {
        return "-";
    }
    const auto whole = static_cast<std::time_t>(seconds);
    std::tm parts{};
    ::localtime_r(&whole, &parts);
    return format("%Y-%m-%d %H:%M:%S", parts);
}

std::string isoTime(std::chrono::system_clock::time_point time) {
    return utc("%Y-%m-%dT%H:%M:%SZ", std::chrono::floor<std::chrono::seconds>(time));
}

std::string isoTimeMicroseconds(std::chrono::system_clock::time_point time) {
    constexpr int kMicroseconds = 1'000'000;
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time);
    const auto rest = std::chrono::floor<std::chrono::microseconds>(time - seconds).count();
    // The leading 1 keeps the zeros behind the point.
    return utc("%Y-%m-%dT%H:%M:%S.", seconds) + std::to_string(kMicroseconds + rest).substr(1) +
           'Z';
}

std::chrono::system_clock::time_point timeOf(std::int64_t nanosecondsSince1970) {
    return std::chrono::system_clock::time_point(
        std::chrono::duration_cast<std::chrono::system_clock::duration>(
            std::chrono::nanoseconds(nanosecondsSince1970)));
}

}  // namespace gantry::base
