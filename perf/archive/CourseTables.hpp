#pragma once

#include <perf/archive/Course.hpp>
#include <perf/archive/Database.hpp>

#include <filesystem>

namespace gantry::perf {

/// Writes the rows of a course into the tables `change` (Schema.hpp), `decision` and `estimate`.
/// Throws DatabaseError.
void writeCourse(Database& database, const Course& course);

/// The course in a database whose contents have been checked (Contents.hpp), also where an older
/// Gantry wrote it. Throws ArchiveError where a value can not be, and DatabaseError.
Course courseIn(Database& database, const std::filesystem::path& path);

}  // namespace gantry::perf
