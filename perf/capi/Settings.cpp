#include "Settings.hpp"

#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/TraceOptions.hpp>

#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <sys/auxv.h>

namespace gantry::capi {

namespace {

constexpr std::uint64_t kMebi = std::uint64_t{1} << 20U;

std::string_view variable(const char* name) noexcept {
    const char* const text = std::getenv(name);
    return text == nullptr ? std::string_view() : std::string_view(text);
}

void addProblem(Settings& settings, const char* name, const std::string& text) {
    settings.problem += settings.problem.empty() ? "" : "; ";
    settings.problem += std::string(name) + ": " + text;
}

std::optional<bool> yesOrNo(std::string_view text) noexcept {
    if (text == "1" || text == "yes" || text == "on" || text == "true") {
        return true;
    }
    if (text == "0" || text == "no" || text == "off" || text == "false") {
        return false;
    }
    return std::nullopt;
}

void readSwitch(Settings& settings, const char* name, bool& value) {
    const std::string_view text = variable(name);
    if (text.empty()) {
        return;
    }
    if (const std::optional<bool> chosen = yesOrNo(text)) {
        value = *chosen;
    } else {
        addProblem(settings, name,
                   '\'' + std::string(text) + "' is neither 1 nor 0; " + (value ? "1" : "0") +
                       " is taken");
    }
}

// A number of MiB, or one of bytes, KiB, MiB or GiB with B, K, M or G behind it.
std::optional<std::uint64_t> bytesIn(std::string_view text) noexcept {
    std::uint64_t unit = kMebi;
    constexpr std::string_view kUnits = "BKMG";
    if (const std::size_t place = kUnits.find(text.back()); place != std::string_view::npos) {
        unit = std::uint64_t{1} << (10U * place);
        text.remove_suffix(1);
    }
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() ||
        number > perf::kLargestSegment / unit) {
        return std::nullopt;
    }
    return number * unit;
}

void readMemoryLimit(Settings& settings) {
    constexpr const char* kName = "GANTRY_MEMORY_LIMIT";
    const std::string_view text = variable(kName);
    if (text.empty()) {
        return;
    }
    const std::optional<std::uint64_t> bytes = bytesIn(text);
    if (bytes && *bytes >= perf::kLeastSegment && *bytes <= perf::kLargestSegment) {
        settings.engine.segment.limit = *bytes;
    } else {
        addProblem(settings, kName,
                   '\'' + std::string(text) + "' is not a size between " +
                       std::to_string(perf::kLeastSegment >> 10U) + "K and " +
                       std::to_string(perf::kLargestSegment >> 30U) +
                       "G, written as 64 (MiB), 512K or 1G; 64 is taken");
    }
}

void readMetrics(Settings& settings) {
    constexpr const char* kName = "GANTRY_METRICS";
    const std::string_view text = variable(kName);
    if (text.empty()) {
        return;
    }
    try {
        perf::ChosenMetrics chosen = perf::chooseMetrics(text);
        settings.engine.metrics = std::move(chosen.sources);
        settings.refused = std::move(chosen.refused);
    } catch (const perf::EngineError& error) {
        addProblem(settings, kName, std::string(error.what()) + "; wall is taken");
    }
}

void readTrace(Settings& settings) {
    constexpr const char* kName = "GANTRY_TRACE";
    try {
        settings.engine.trace = perf::parseTraceOptions(variable(kName));
    } catch (const std::invalid_argument& error) {
        addProblem(settings, kName, std::string(error.what()) + "; no trace is kept");
    }
    if (settings.engine.trace.mode != perf::TraceMode::Drain) {
        return;
    }
    settings.traceFolder = variable("GANTRY_TRACE_DIR");
    if (settings.traceFolder.empty()) {
        settings.engine.trace.mode = perf::TraceMode::Latest;
        addProblem(
            settings, kName,
            "nobody drains the trace of a program that `gantry exec` does not run; latest is "
            "taken");
    }
}

void readFolder(Settings& settings) {
    const std::string_view text = variable("GANTRY_SEGMENT_DIR");
    if (text != "none") {
        settings.engine.segment.folder = perf::segmentFolder();
    }
}

}  // namespace

bool isMeasuringAsked() noexcept {
    return ::getauxval(AT_SECURE) == 0 && yesOrNo(variable("GANTRY_MEASURE")).value_or(false);
}

Settings readSettings() {
    Settings settings;
    readFolder(settings);
    readMemoryLimit(settings);
    readMetrics(settings);
    readTrace(settings);
    readSwitch(settings, "GANTRY_QUANTILES", settings.engine.quantiles);
    readSwitch(settings, "GANTRY_KEEP_SEGMENT", settings.keepSegment);
    readSwitch(settings, "GANTRY_THREADS", settings.threads);
    settings.session = variable("GANTRY_SESSION");
    return settings;
}

}  // namespace gantry::capi
