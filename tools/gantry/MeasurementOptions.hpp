#pragma once

#include <framework/PerformanceBackend.hpp>
#include <perf/engine/MeasurementSettings.hpp>
#include <perf/segment/TraceOptions.hpp>

#include <map>
#include <string>
#include <vector>

#include "OptionParser.hpp"

namespace gantry::tools {

/// The options that say how something is measured are those of perf::kMeasurementSettings, so that
/// every command that measures has the same ones with the same texts.

/// The help text of a setting, with the command that shows more.
std::string settingText(const perf::MeasurementSetting& setting);
/// Adds the options of the settings that the environment of a program can have.
void addProgramOptions(OptionParser& parser);
/// Adds the options of the settings that the performance component of an assembly has.
void addComponentOptions(OptionParser& parser);

/// The variables that pass the given options on to a program. Throws UsageError for a value that no
/// program would take, and for a metric that nobody knows.
std::map<std::string, std::string> programSettings(const OptionParser& parser);
/// The parameters that pass them on to a component. Throws UsageError as above; what depends on the
/// component, such as its metrics, is left to it.
std::vector<framework::BackendSetting> componentSettings(const OptionParser& parser);

/// What --trace says; no trace without it. Throws UsageError.
perf::TraceOptions traceOptions(const OptionParser& parser);

}  // namespace gantry::tools
