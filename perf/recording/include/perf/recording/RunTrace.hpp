#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// The trace of a run of this process. bytes: of all chunks, packed; lost: records for which the
/// rings had no room, over all threads.
struct RunTrace {
    std::optional<std::string> file;  ///< that it was drained into
    std::vector<std::string> chunks;
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lost = 0;
    std::vector<std::string> notes;
};

/// Reads it from the segment of this process, and from the file of a drained one, which the profile
/// names. Throws std::runtime_error where there is none, SegmentError, TraceError.
RunTrace traceOfThisProcess(const Profile& profile);

}  // namespace gantry::perf
