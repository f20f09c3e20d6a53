#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/model/Profile.hpp>

#include <string_view>

namespace gantry::perf {

/// Whether the statement has the name of a table or view whose rows depend on what was measured.
bool asksForValues(std::string_view sql);

/// Makes temporary tables and views in memory, which hide those of the archive from who
/// names them: values of the compensated profile, and the table value_error with their bounds.
void shadowValues(base::Database& database, const Profile& net);

}  // namespace gantry::perf
