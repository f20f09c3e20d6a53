#pragma once

#include <perf/model/FileSystems.hpp>
#include <perf/model/Profile.hpp>

#include <string_view>

namespace gantry::perf {

/// The file systems in a text like that of /proc/self/mountinfo. Lines that are not understood are
/// ignored. Of several on one mount point the last one counts, which covers the others.
FileSystems fileSystemsIn(std::string_view mountInfo);

/// Notes the file systems of the files that modules recorded, and which of their names a symbolic
/// link leads to another one: to the facts of the run. Looks at each name in the file system, which
/// costs some microseconds for a file; a name that exists no more counts as its folder. Never
/// throws for what it finds there.
void noteFileSystems(Profile& profile, const FileSystems& systems);

/// The same with those of this process, if the run was on this computer; else does nothing.
void noteFileSystemsHere(Profile& profile);

}  // namespace gantry::perf
