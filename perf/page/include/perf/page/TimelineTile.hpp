#pragma once

#include <perf/timeline/Timeline.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// What part of a timeline a picture shows.
struct TileRequest {
    TimelineWindow window;
    std::uint32_t columns = 1;
    std::vector<std::uint32_t> rows;
    /// The rows as one, such as all threads of a node: the sums of their times and records.
    bool together = false;
};

/// The window in columns as JSON in plain ASCII, docs/formats/page.md: for each row its time in ns
/// by activity, the longest name and the number of records, in columns. Some 30 bytes for each
/// cell. Written directly, since a picture is asked for at every movement. Throws as
/// Timeline::shares does.
std::string timelineTile(const Timeline& timeline, const TileRequest& request);

/// The same in binary columns, which a browser reads without taking texts apart:
/// docs/formats/http-api.md. 20 bytes for each cell, 32 where a column is longer than 4 s. Throws
/// likewise.
std::string binaryTile(const Timeline& timeline, const TileRequest& request);

}  // namespace gantry::perf
