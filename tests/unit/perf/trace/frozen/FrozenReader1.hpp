#pragma once

#include <string>
#include <string_view>

/// A reader of trace files as the programs had it that wrote the first version of the format. It
/// shares no code with perf/trace and is never changed: files of today must be readable by it, as
/// far as that version allowed.
namespace gantry::perf::frozen1 {

/// All that the file says, as lines of text: tables, facts, and each record of each thread in the
/// order of its number. Chunks of unknown kinds are skipped, as that version did, and counted.
/// Throws std::runtime_error for what that version refused.
std::string describe(std::string_view file);

}  // namespace gantry::perf::frozen1
