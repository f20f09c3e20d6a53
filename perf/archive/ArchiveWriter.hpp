#pragma once

#include <perf/model/Profile.hpp>

#include "Database.hpp"

namespace gantry::perf {

/// Fills an empty database with everything in the profile, checksums included. The profile must
/// have no fault (ProfileCheck.hpp). Throws DatabaseError.
void fillArchive(Database& database, const Profile& profile);

}  // namespace gantry::perf
