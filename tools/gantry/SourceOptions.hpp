#pragma once

#include <perf/archive/ArchivedSource.hpp>
#include <perf/sources/SourceLimits.hpp>

#include <optional>
#include <string>
#include <vector>

#include "OptionParser.hpp"

namespace gantry::tools {

/// Adds --sources and --source-limits, which every command that writes an archive of a program has.
void addSourceOptions(OptionParser& parser);

/// How much of source files is to be kept; nothing without --sources. Throws UsageError.
std::optional<perf::SourceLimits> sourceLimits(const OptionParser& parser);

/// "12 source files, 34567 bytes; 2 left out (gantry report --sources x.gantry)", or why there are
/// none.
std::string sourcesText(const std::vector<perf::ArchivedSource>& sources,
                        const std::string& archive);

}  // namespace gantry::tools
