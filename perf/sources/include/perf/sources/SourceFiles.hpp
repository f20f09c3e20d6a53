#pragma once

#include <perf/archive/ArchivedSource.hpp>
#include <perf/sources/SourceLimits.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// The files of those names, in their order, each with its text or with the reason why it is left
/// out: it cannot be read, is not a regular file, is larger than a limit, or changed while it was
/// read. A name that is not absolute is left out as well, since it is not known to what it is
/// relative. A file whose text another one has costs nothing of the limit. Names are normalised,
/// and one that is there twice counts once. Reads at most limits.file bytes and one more of each,
/// also of a file that grows. Never throws for what a file holds.
std::vector<ArchivedSource> readSourceFiles(const std::vector<std::string>& names,
                                            const SourceLimits& limits);

/// The name of a source file as archives have it: without "." and ".."; empty where it is not
/// absolute.
std::string sourcePath(const std::string& name);

/// The bytes of a regular file of at most so many; nothing where there is none or it is larger.
std::optional<std::string> textOfFile(const std::filesystem::path& path, std::int64_t most);

}  // namespace gantry::perf
