#pragma once

#include <base/sqlite/Database.hpp>

#include <filesystem>

namespace gantry::perf {

/// Opens an archive for reading and checks all of it. Throws ArchiveError.
base::Database openArchive(const std::filesystem::path& path);

/// Throws what SQLite said of an archive as an ArchiveError.
[[noreturn]] void failOnArchive(const std::filesystem::path& path,
                                const base::DatabaseError& error);

}  // namespace gantry::perf
