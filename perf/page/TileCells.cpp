#include "TileCells.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gantry::perf {

namespace {

constexpr std::array kTimes{Activity::Busy, Activity::Idle, Activity::Overhead};

TileCells cellsOf(const Timeline& timeline, const TimelineShares& shares) {
    TileCells cells{shares.window, shares.columns, shares.rows, {}, {}, {}};
    for (std::size_t i = 0; i < shares.cells.size(); ++i) {
        const TimelineColumn& cell = shares.cells[i];
        const TimelineClock& clock = timeline.rows()[shares.rows[i / shares.columns]].clock;
        for (std::size_t t = 0; t < kTimes.size(); ++t) {
            cells.times[t].push_back(
                clock.duration(cell.ticks[static_cast<std::size_t>(kTimes[t])]));
        }
        cells.records.push_back(cell.records);
        cells.names.push_back(cell.name);
    }
    return cells;
}

// The rows of one column, one below the other.
class ColumnSum final {
public:
    void add(const TileCells& cells, std::size_t cell) {
        std::int64_t measured = 0;
        for (std::size_t t = 0; t < cells.times.size(); ++t) {
            times_[t] += cells.times[t][cell];
            measured += cells.times[t][cell];
        }
        records_ += cells.records[cell];
        const std::uint32_t name = cells.names[cell];
        if (name == 0) {
            return;
        }
        const auto known = std::find_if(byName_.begin(), byName_.end(),
                                        [name](const auto& one) { return one.first == name; });
        if (known == byName_.end()) {
            byName_.emplace_back(name, measured);
        } else {
            known->second += measured;
        }
    }

    void appendTo(TileCells& sums) const {
        for (std::size_t t = 0; t < times_.size(); ++t) {
            sums.times[t].push_back(times_[t]);
        }
        sums.records.push_back(records_);
        // The first of equal ones: that of the first row.
        const auto longest =
            std::max_element(byName_.begin(), byName_.end(),
                             [](const auto& a, const auto& b) { return a.second < b.second; });
        sums.names.push_back(longest == byName_.end() ? 0 : longest->first);
    }

private:
    std::array<std::int64_t, 3> times_{};
    std::uint64_t records_ = 0;
    // Few: a column has one name for each row at most.
    std::vector<std::pair<std::uint32_t, std::int64_t>> byName_;
};

TileCells together(const TileCells& cells) {
    TileCells sums{cells.window, cells.columns, {}, {}, {}, {}};
    if (cells.rows.empty()) {
        return sums;
    }
    sums.rows.push_back(cells.rows.front());
    for (std::uint32_t column = 0; column < cells.columns; ++column) {
        ColumnSum sum;
        for (std::size_t row = 0; row < cells.rows.size(); ++row) {
            sum.add(cells, row * cells.columns + column);
        }
        sum.appendTo(sums);
    }
    return sums;
}

}  // namespace

TileCells tileCells(const Timeline& timeline, const TileRequest& request) {
    TileCells cells =
        cellsOf(timeline, timeline.shares(request.window, request.columns, request.rows));
    return request.together ? together(cells) : cells;
}

}  // namespace gantry::perf
