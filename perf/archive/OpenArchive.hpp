#pragma once

#include <base/sqlite/Database.hpp>

#include <filesystem>

namespace gantry::perf {

/// Opens an archive for reading and checks all of it. Throws ArchiveError.
base::Database openArchive(const std::filesystem::path& path);

/// Throws what SQLite said of an archive as an ArchiveError.
[[noreturn]] void failOnArchive(const std::filesystem::path& path,
                                const base::DatabaseError& error);

/// What the work makes of the archive. Memory that was short for a moment may be there again, so
/// that a lack of it is tried once more; a damaged file asks for it again. Throws ArchiveError.
template <class Work>
auto inArchive(const std::filesystem::path& path, Work work) {
    try {
        return work();
    } catch (const base::DatabaseError& error) {
        if (error.kind() != base::DatabaseError::Kind::Memory) {
            failOnArchive(path, error);
        }
    }
    try {
        return work();
    } catch (const base::DatabaseError& error) {
        failOnArchive(path, error);
    }
}

}  // namespace gantry::perf
