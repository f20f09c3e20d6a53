#pragma once

#include <perf/model/Profile.hpp>

#include <set>
#include <string>

namespace gantry::perf {

/// Replaces the names of a module's records that are stacks of addresses, "FILE+0xOFFSET;...", the
/// innermost first, by functions: "inner < outer < main", with the innermost source line where it
/// is known. Records of one process whose names become equal are added up. "(program)" is the
/// program of the profile's fact `executable`. Names of another form, and frames of files that are
/// gone, stay as they are. Only where Gantry was built with libdw. The source files of the lines
/// that were met are added to `met` where it is not null.
void nameStacks(Profile& profile, const std::string& module, std::set<std::string>* met = nullptr);

/// Replaces the names of a group's timers that are addresses, "FILE+0xOFFSET", by functions, and
/// their types by the file. Of several functions with one name in one file the further ones keep
/// their offset behind it. `met` as above.
void nameTimers(Profile& profile, const std::string& group, std::set<std::string>* met = nullptr);

}  // namespace gantry::perf
