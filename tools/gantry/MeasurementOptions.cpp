#include "MeasurementOptions.hpp"

#include <perf/model/Selection.hpp>

#include <stdexcept>
#include <string_view>

namespace gantry::tools {

namespace {

using perf::MeasurementSetting;

bool isOption(const MeasurementSetting& setting) {
    return *setting.option != '\0' && *setting.value != '\0';
}

// The command that shows more about a setting.
const char* commandFor(const MeasurementSetting& setting) {
    const std::string_view variable = setting.variable;
    return variable == "GANTRY_METRICS"        ? "; `gantry doctor` lists metrics"
           : variable == "GANTRY_SEGMENT_DIR"  ? "; `gantry ps` lists segments"
           : variable == "GANTRY_TRACE_DIR"    ? "; `gantry exec` drains traces"
           : variable == "GANTRY_KEEP_SEGMENT" ? "; `gantry recover` makes an archive of it"
                                               : "";
}

void add(OptionParser& parser, const MeasurementSetting& setting) {
    const std::string byDefault = *setting.defaultValue == '\0' ? "none" : setting.defaultValue;
    parser.option(setting.option, setting.value,
                  settingText(setting) + " (default: " + byDefault + ").");
}

std::string checkedValue(const MeasurementSetting& setting, const std::string& word) {
    try {
        return readValue(setting.option, [&] { return perf::componentValue(setting, word); });
    } catch (const perf::SelectionError& error) {
        throw UsageError(std::string("--") + setting.option + ": " + error.what());
    }
}

}  // namespace

std::string settingText(const MeasurementSetting& setting) {
    return std::string(setting.help) + commandFor(setting);
}

void addProgramOptions(OptionParser& parser) {
    for (const MeasurementSetting& setting : perf::kMeasurementSettings) {
        if (isOption(setting) && *setting.variable != '\0') {
            add(parser, setting);
        }
    }
}

void addComponentOptions(OptionParser& parser) {
    for (const MeasurementSetting& setting : perf::kMeasurementSettings) {
        if (isOption(setting) && *setting.parameter != '\0') {
            add(parser, setting);
        }
    }
}

std::map<std::string, std::string> programSettings(const OptionParser& parser) {
    std::map<std::string, std::string> variables;
    for (const MeasurementSetting& setting : perf::kMeasurementSettings) {
        if (!isOption(setting) || *setting.variable == '\0') {
            continue;
        }
        if (const auto word = parser.value(setting.option)) {
            const std::string checked = checkedValue(setting, *word);
            // Of a size, the environment knows smaller units than a component.
            variables[setting.variable] = setting.low == nullptr ? checked : *word;
        }
    }
    return variables;
}

std::vector<framework::BackendSetting> componentSettings(const OptionParser& parser) {
    std::vector<framework::BackendSetting> settings;
    for (const MeasurementSetting& setting : perf::kMeasurementSettings) {
        if (!isOption(setting) || *setting.parameter == '\0') {
            continue;
        }
        if (const auto word = parser.value(setting.option)) {
            settings.push_back({std::string("--") + setting.option, setting.parameter,
                                checkedValue(setting, *word)});
        }
    }
    return settings;
}

perf::TraceOptions traceOptions(const OptionParser& parser) {
    return readValue("trace",
                     [&] { return perf::parseTraceOptions(parser.value("trace").value_or("")); });
}

}  // namespace gantry::tools
