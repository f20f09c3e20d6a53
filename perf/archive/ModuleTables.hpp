#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/model/Profile.hpp>

#include <cstdint>
#include <filesystem>
#include <string>

#include "ById.hpp"
#include "NameWriter.hpp"

namespace gantry::perf {

/// Makes and fills the tables of what modules recorded. After the processes.
void writeModules(base::Database& database, const Profile& profile, NameWriter& names);

/// Reads them into a profile that has its processes, where there are such tables. Throws
/// ArchiveError (Damaged) that names table and column.
void readModules(base::Database& database, const std::filesystem::path& path,
                 const ById<std::string>& names, Profile& profile);

}  // namespace gantry::perf
