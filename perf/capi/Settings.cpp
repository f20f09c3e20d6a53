#include "Settings.hpp"

#include <perf/engine/EngineError.hpp>
#include <perf/engine/MeasurementSettings.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/TraceOptions.hpp>

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <sys/auxv.h>

namespace gantry::capi {

namespace {

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

void readMemoryLimit(Settings& settings) {
    constexpr const perf::MeasurementSetting& kSetting =
        perf::measurementSetting("GANTRY_MEMORY_LIMIT");
    constexpr const char* kName = kSetting.variable;
    const std::string_view text = variable(kName);
    if (text.empty()) {
        return;
    }
    try {
        settings.engine.segment.limit = perf::parseMemoryLimit(text);
    } catch (const std::invalid_argument& error) {
        addProblem(settings, kName,
                   std::string(error.what()) + "; " + kSetting.defaultValue + " is taken");
    }
}

void readMetrics(Settings& settings) {
    constexpr const char* kName = perf::measurementSetting("GANTRY_METRICS").variable;
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
    constexpr const char* kName = perf::measurementSetting("GANTRY_TRACE").variable;
    try {
        settings.engine.trace = perf::parseTraceOptions(variable(kName));
    } catch (const std::invalid_argument& error) {
        addProblem(settings, kName, std::string(error.what()) + "; no trace is kept");
    }
    if (settings.engine.trace.mode != perf::TraceMode::Drain) {
        return;
    }
    settings.traceFolder = variable(perf::measurementSetting("GANTRY_TRACE_DIR").variable);
    if (settings.traceFolder.empty()) {
        settings.engine.trace.mode = perf::TraceMode::Latest;
        addProblem(
            settings, kName,
            "nobody drains the trace of a program that `gantry exec` does not run; latest is "
            "taken");
    }
}

void readFolder(Settings& settings) {
    const std::string_view text = variable(perf::measurementSetting("GANTRY_SEGMENT_DIR").variable);
    if (text != "none") {
        settings.engine.segment.folder = perf::segmentFolder();
    }
}

}  // namespace

bool isMeasuringAsked() noexcept {
    return ::getauxval(AT_SECURE) == 0 &&
           yesOrNo(variable(perf::measurementSetting("GANTRY_MEASURE").variable)).value_or(false);
}

Settings readSettings() {
    Settings settings;
    readFolder(settings);
    readMemoryLimit(settings);
    readMetrics(settings);
    readTrace(settings);
    readSwitch(settings, perf::measurementSetting("GANTRY_QUANTILES").variable,
               settings.engine.quantiles);
    readSwitch(settings, perf::measurementSetting("GANTRY_KEEP_SEGMENT").variable,
               settings.keepSegment);
    readSwitch(settings, perf::measurementSetting("GANTRY_THREADS").variable, settings.threads);
    settings.session = variable(perf::measurementSetting("GANTRY_SESSION").variable);
    return settings;
}

}  // namespace gantry::capi
