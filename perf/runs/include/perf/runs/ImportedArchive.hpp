#pragma once

#include <perf/importers/Importer.hpp>

#include <filesystem>

namespace gantry::perf {

/// Writes an imported run as an archive, or as a JSON profile if the name of the file ends in
/// .json. The trace of a run of one process is in the archive, with a timeline; the traces of ranks
/// are files next to it, NAME.rankN.trace, as measured programs have them. A JSON profile has no
/// trace. The archive is written last, and each file atomically. Throws base::FileError and
/// ArchiveError.
void writeImported(const ImportedRun& run, const std::filesystem::path& file);

}  // namespace gantry::perf
