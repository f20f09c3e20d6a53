#pragma once

#include <perf/page/TimelineTile.hpp>
#include <perf/timeline/Timeline.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace gantry::perf {

/// The cells of a tile, row after row: cell `row * columns + column`.
struct TileCells {
    TimelineWindow window;
    std::uint32_t columns = 0;
    std::vector<std::uint32_t> rows;
    /// ns in each cell: busy, idle, overhead.
    std::array<std::vector<std::int64_t>, 3> times;
    std::vector<std::uint64_t> records;
    std::vector<std::uint32_t> names;  ///< 0: no call

    [[nodiscard]] std::size_t size() const { return records.size(); }
};

/// What the request asks for. Together, a time is the sum of what the rows have alone, to the ns;
/// the name is the one whose rows were longest in calls. Throws as Timeline::shares does.
TileCells tileCells(const Timeline& timeline, const TileRequest& request);

}  // namespace gantry::perf
