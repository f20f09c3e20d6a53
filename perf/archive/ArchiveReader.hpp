#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/model/Profile.hpp>

#include <filesystem>

namespace gantry::perf {

/// The profile in a database whose contents have been checked (Contents.hpp). Throws ArchiveError
/// where a reference leads nowhere or a value has another type than it should, and DatabaseError.
/// path is for messages.
Profile profileIn(base::Database& database, const std::filesystem::path& path);

}  // namespace gantry::perf
