#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// The trace of a run of this process, or of all ranks of a run. bytes: of all chunks, packed;
/// lost: records for which the rings had no room, over all threads.
struct RunTrace {
    std::optional<std::string> file;  ///< that it was drained into
    /// Of several ranks: the names of their files beside the archive, by rank. Empty where they
    /// were not kept, and in any other run.
    std::vector<std::string> rankFiles;
    /// In the format of docs/formats/trace.md; together, in this order, they are a trace.
    std::vector<std::string> chunks;
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;
    std::uint64_t lost = 0;
    /// What is missing and why, one sentence each.
    std::vector<std::string> notes;
};

/// Reads it from the segment of this process, and from the file of a drained one, which the profile
/// names. Throws std::runtime_error where there is none, SegmentError, TraceError. The process must
/// measure into a file; records that come meanwhile may be in or not.
///
///     const RunTrace trace = traceOfThisProcess(engine.snapshot());
///     for (const std::string& note : trace.notes) { std::cerr << note << '\n'; }
RunTrace traceOfThisProcess(const Profile& profile);

/// The same without the file of a drained trace, which is named but not read: what the rings hold
/// now, and how much they have lost.
RunTrace ringsOfThisProcess(const Profile& profile);

}  // namespace gantry::perf
