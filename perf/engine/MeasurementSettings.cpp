#include <perf/engine/EngineOptions.hpp>
#include <perf/engine/MeasurementSettings.hpp>

#include <charconv>
#include <optional>
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

std::optional<std::uint64_t> bytesIn(std::string_view text) noexcept {
    if (text.empty()) {
        return std::nullopt;
    }
    std::uint64_t unit = kMebi;
    constexpr std::string_view kUnits = "BKMG";
    if (const std::size_t place = kUnits.find(text.back()); place != std::string_view::npos) {
        unit = std::uint64_t{1} << (10U * place);
        text.remove_suffix(1);
    }
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() ||
        value > kLargestSegment / unit || value * unit < kLeastSegment) {
        return std::nullopt;
    }
    return value * unit;
}

}  // namespace

std::uint64_t parseMemoryLimit(std::string_view text) {
    if (const std::optional<std::uint64_t> bytes = bytesIn(text)) {
        return *bytes;
    }
    throw std::invalid_argument('\'' + std::string(text) + "' is not a size between " +
                                std::to_string(kLeastSegment >> 10U) + "K and " +
                                kMemoryLimit.high + "M, written as 64 (MiB), 512K or 1G");
}

}  // namespace gantry::perf
