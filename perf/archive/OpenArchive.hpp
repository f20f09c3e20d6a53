#pragma once

#include <perf/archive/Database.hpp>

#include <filesystem>

namespace gantry::perf {

/// Opens an archive for reading and checks all of it. Throws ArchiveError.
Database openArchive(const std::filesystem::path& path);

/// Throws what SQLite said of an archive as an ArchiveError.
[[noreturn]] void failOnArchive(const std::filesystem::path& path, const DatabaseError& error);

}  // namespace gantry::perf
