// The texts of settings as values, for the command line and the environment alike. What is wrong
// throws std::invalid_argument, whose text says what is allowed.

#include <base/files/FileText.hpp>
#include <perf/engine/EngineOptions.hpp>
#include <perf/engine/MeasurementSettings.hpp>
#include <perf/model/Throttle.hpp>
#include <perf/segment/TraceOptions.hpp>

#include <charconv>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

namespace gantry::perf {

namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20U;

constexpr std::uint64_t number(std::string_view digits) {
    std::uint64_t value = 0;
    for (const char digit : digits) {
        value = value * 10 + static_cast<std::uint64_t>(digit - '0');
    }
    return value;
}

// The table says in text what the segment says in numbers.
constexpr const MeasurementSetting& kMemoryLimit = measurementSetting("GANTRY_MEMORY_LIMIT");
static_assert(number(kMemoryLimit.high) == kLargestSegment / kMebi);
static_assert(number(kMemoryLimit.low) * kMebi >= kLeastSegment);
constexpr const MeasurementSetting& kSampling = measurementSetting("GANTRY_SAMPLING");

std::optional<std::uint64_t> bytesIn(std::string_view text) noexcept {
    if (text.empty()) {
        return std::nullopt;
    }
    std::uint64_t unit = kMebi;
    // A place in it is the power of 1024.
    constexpr std::string_view kUnits = "BKMG";
    if (const std::size_t place = kUnits.find(text.back()); place != std::string_view::npos) {
        unit = std::uint64_t{1} << (10U * place);
        text.remove_suffix(1);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() ||
        // Divided first, so that the product cannot overflow.
        value > kLargestSegment / unit || value * unit < kLeastSegment) {
        return std::nullopt;
    }
    return value * unit;
}

}  // namespace

std::string componentValue(const MeasurementSetting& setting, const std::string& text) {
    const std::string_view variable = setting.variable;
    if (variable == kMemoryLimit.variable) {
        return std::to_string((parseMemoryLimit(text) + kMebi - 1) / kMebi);
    }
    if (variable == "GANTRY_SELECT") {
        (void)readSelection(text);
        return std::filesystem::absolute(text).string();
    }
    if (variable == "GANTRY_OVERHEAD_BUDGET") {
        (void)parseOverheadBudget(text);
        return text.substr(0, text.find('%'));
    }
    if (variable == kSampling.variable) {
        (void)parseSampling(text);
        return text.substr(0, text.find('%'));
    }
    if (variable == "GANTRY_THROTTLE") {
        ThrottleRule rule;
        parseThrottle(text, rule);
    } else if (variable == "GANTRY_TRACE") {
        (void)parseTraceOptions(text);
    }
    return text;
}

double parseSampling(std::string_view text) {
    constexpr double kPercent = 0.01;
    const std::string_view digits = text.substr(0, text.size() - (text.ends_with('%') ? 1 : 0));
    double value = -1;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value,
                                              std::chars_format::fixed);
    if (error != std::errc() || end != digits.data() + digits.size() ||
        !(value >= 0 && value <= static_cast<double>(number(kSampling.high)))) {
        throw std::invalid_argument('\'' + std::string(text) + "' is not a percentage between " +
                                    kSampling.low + " and " + kSampling.high + ", such as 5%");
    }
    return value * kPercent;
}

std::uint64_t parseMemoryLimit(std::string_view text) {
    if (const std::optional<std::uint64_t> bytes = bytesIn(text)) {
        return *bytes;
    }
    throw std::invalid_argument('\'' + std::string(text) + "' is not a size between " +
                                std::to_string(kLeastSegment >> 10U) + "K and " +
                                kMemoryLimit.high + "M, written as 64 (MiB), 512K or 1G");
}

double parseOverheadBudget(std::string_view text) {
    std::string_view digits = text;
    if (digits.ends_with('%')) {
        digits.remove_suffix(1);
    }
    double percent = 0;
    const char* const end = digits.data() + digits.size();
    const auto [last, error] =
        std::from_chars(digits.data(), end, percent, std::chars_format::fixed);
    if (error != std::errc() || last != end || !(percent > 0 && percent <= 100)) {
        throw std::invalid_argument('\'' + std::string(text) +
                                    "' is not a percentage above 0 and up to 100, such as 2%");
    }
    return percent;
}

std::vector<std::string> parsePatterns(const std::string& list) {
    std::vector<std::string> patterns;
    std::istringstream stream(list);
    for (std::string pattern; std::getline(stream, pattern, ',');) {
        if (!pattern.empty()) {
            patterns.push_back(pattern);
        }
    }
    return patterns;
}

Selection readSelection(const std::string& path) {
    const std::optional<std::string> text = base::fileText(path);
    if (!text) {
        throw SelectionError("the file '" + path + "' cannot be read; check that it exists");
    }
    return parseSelection(*text, path);
}

}  // namespace gantry::perf
