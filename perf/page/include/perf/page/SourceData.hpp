#pragma once

#include <perf/archive/ArchivedSource.hpp>
#include <perf/document/JsonValues.hpp>
#include <perf/model/Profile.hpp>

#include <vector>

namespace gantry::perf {

/// The member `sources` of a run of docs/formats/page.md: the source files with lines that were
/// measured, and the text of those that the archive keeps, up to 1 MiB of all together. Reads no
/// file. kept: with the notes of perf/sources/SourceState.hpp, where someone has made them.
Json sourceData(const Profile& profile, const std::vector<ArchivedSource>& kept);

}  // namespace gantry::perf
