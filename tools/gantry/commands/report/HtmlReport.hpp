#pragma once

#include <perf/page/RunPage.hpp>

#include <optional>
#include <string>

namespace gantry::tools {

/// Writes the page to that file, whole or not at all, or to standard output. Throws
/// base::FileError.
void writeHtmlReport(const perf::PageSource& source, const std::optional<std::string>& file);

}  // namespace gantry::tools
