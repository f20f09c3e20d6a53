#pragma once

#include <perf/exporters/Exporter.hpp>

#include <filesystem>

namespace gantry::perf {

/// Writes a file, or a folder for a format of several files, as a whole or not at all. A file is
/// replaced; a folder must not exist yet, or be empty. Throws base::FileError.
void exportTo(const std::filesystem::path& target, const Exporter& format,
              const ExportSource& source);

}  // namespace gantry::perf
