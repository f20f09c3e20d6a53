#pragma once

#include <parallel/Upcalls.hpp>
#include <perf/model/Profile.hpp>
#include <perf/ranks/TreeMerge.hpp>
#include <performance/Snapshot.hpp>

#include <optional>

namespace gantry::tools {

/// The values of a snapshot: its own profile, or where it lends none what its document says.
/// Nothing if the document is empty. Throws perf::ProfileFormatError.
std::optional<perf::Profile> profileOf(performance::Snapshot& snapshot);

/// The profiles of all ranks as one, on rank 0; nothing elsewhere, or if no rank has values. Ranks
/// without are named as missing. snapshot: of this rank; null if it has none. All ranks call it,
/// with the same options but for `keep`, which rank 0 has.
/// Throws perf::ProfileFormatError and gov::cca::CCAException.
std::optional<perf::Profile> gatherProfile(performance::Snapshot* snapshot,
                                           parallel::Upcalls& upcalls,
                                           const perf::MergeOptions& options = {});

}  // namespace gantry::tools
