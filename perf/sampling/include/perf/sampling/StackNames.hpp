#pragma once

#include <perf/model/Profile.hpp>

#include <string>

namespace gantry::perf {

/// Replaces the names of a module's records that are stacks of addresses, "FILE+0xOFFSET;...", the
/// innermost first, by functions: "inner < outer < main", with the innermost source line where it
/// is known. Records of one process whose names become equal are added up. "(program)" is the
/// program of the profile's fact `executable`. Names of another form, and frames of files that are
/// gone, stay as they are. Only where Gantry was built with libdw.
void nameStacks(Profile& profile, const std::string& module);

/// Replaces the names of a group's timers that are addresses, "FILE+0xOFFSET", by functions, and
/// their types by the file. Of several functions with one name in one file the further ones keep
/// their offset behind it.
void nameTimers(Profile& profile, const std::string& group);

}  // namespace gantry::perf
