// The environment of a measured program as settings. Read once, when the engine begins; nothing
// here may end or disturb the program.

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
    // Draining needs someone outside who empties the rings (decision 0042).
    if (settings.engine.trace.mode != perf::TraceMode::Drain) {
        return;
    }
    settings.traceFolder = variable(perf::measurementSetting("GANTRY_TRACE_DIR").variable);
    if (settings.traceFolder.empty()) {
        settings.engine.trace.mode = perf::TraceMode::Latest;
        addProblem(settings, kName, "nothing drains the trace of this program; using latest");
    }
}

void readSelection(Settings& settings) {
    constexpr const char* kName = perf::measurementSetting("GANTRY_SELECT").variable;
    const std::string path(variable(kName));
    if (path.empty()) {
        return;
    }
    try {
        settings.selection = perf::readSelection(path);
    } catch (const perf::SelectionError& error) {
        addProblem(settings, kName, std::string(error.what()) + "; all timers are measured");
    }
}

void readThrottle(Settings& settings) {
    constexpr const char* kThrottle = perf::measurementSetting("GANTRY_THROTTLE").variable;
    constexpr const char* kBudget = perf::measurementSetting("GANTRY_OVERHEAD_BUDGET").variable;
    constexpr const char* kExempt = perf::measurementSetting("GANTRY_THROTTLE_EXEMPT").variable;
    // Any text is a list of patterns, so this one cannot be wrong.
    settings.throttle.exempt = perf::parsePatterns(std::string(variable(kExempt)));
    const auto read = [&settings](const char* name, auto parse) {
        try {
            if (const std::string_view text = variable(name); !text.empty()) {
                parse(text);
            }
        } catch (const std::invalid_argument& error) {
            addProblem(settings, name,
                       std::string(error.what()) + "; no timer is switched off because of it");
        }
    };
    read(kThrottle, [&](std::string_view text) { perf::parseThrottle(text, settings.throttle); });
    read(kBudget, [&](std::string_view text) {
        constexpr double kPercent = 0.01;
        settings.throttle.budget = perf::parseOverheadBudget(text) * kPercent;
    });
}

void readSampling(Settings& settings) {
    constexpr const char* kName = perf::measurementSetting("GANTRY_SAMPLING").variable;
    const std::string_view text = variable(kName);
    if (text.empty()) {
        return;
    }
    try {
        settings.engine.sampling.budget = perf::parseSampling(text);
    } catch (const std::invalid_argument& error) {
        addProblem(settings, kName, std::string(error.what()) + "; every call is timed");
    }
}

void readFolder(Settings& settings) {
    const std::string_view text = variable(perf::measurementSetting("GANTRY_SEGMENT_DIR").variable);
    if (text != "none") {
        settings.engine.segment.folder = perf::segmentFolder();
    }
}

}  // namespace

// A program with the rights of another user must not be made to write files by its environment.
bool isMeasuringAsked() noexcept {
    return ::getauxval(AT_SECURE) == 0 &&
           yesOrNo(variable(perf::measurementSetting("GANTRY_MEASURE").variable)).value_or(false);
}

// A setting that is wrong never stops the program: it is noted as a problem, and the default is
// taken.
Settings readSettings() {
    Settings settings;
    readFolder(settings);
    readMemoryLimit(settings);
    readMetrics(settings);
    readTrace(settings);
    readSelection(settings);
    readThrottle(settings);
    readSampling(settings);
    settings.engine.spread = perf::parsePatterns(
        std::string(variable(perf::measurementSetting("GANTRY_SPREAD").variable)));
    readSwitch(settings, perf::measurementSetting("GANTRY_QUANTILES").variable,
               settings.engine.quantiles);
    readSwitch(settings, perf::measurementSetting("GANTRY_KEEP_SEGMENT").variable,
               settings.keepSegment);
    readSwitch(settings, perf::measurementSetting("GANTRY_THREADS").variable, settings.threads);
    settings.session = variable(perf::measurementSetting("GANTRY_SESSION").variable);
    return settings;
}

}  // namespace gantry::capi
