#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/exporters/JsonText.hpp>

#include <cmath>

namespace gantry::perf {

std::string jsonString(std::string_view text) {
    std::string json = "\"";
    for (const char character : base::printable(text)) {
        if (character == '"' || character == '\\') {
            json += '\\';
        }
        json += character;
    }
    return json + '"';
}

std::string microseconds(std::int64_t ns) {
    const bool negative = ns < 0;
    // Without overflow for the least number.
    const std::uint64_t size =
        negative ? ~static_cast<std::uint64_t>(ns) + 1 : static_cast<std::uint64_t>(ns);
    const std::string rest = std::to_string(size % 1000);
    return (negative ? "-" : "") + std::to_string(size / 1000) + '.' +
           std::string(3 - rest.size(), '0') + rest;
}

std::string jsonNumberText(double value) {
    return std::isfinite(value) ? base::exact(value) : "null";
}

std::string_view longUnit(std::string_view unit) {
    if (unit == "ns") {
        return "nanoseconds";
    }
    if (unit == "us") {
        return "microseconds";
    }
    return unit == "B" || unit == "bytes" ? "bytes" : "";
}

}  // namespace gantry::perf
