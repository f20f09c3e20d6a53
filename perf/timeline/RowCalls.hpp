#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "RowReader.hpp"

namespace gantry::perf::timeline {

/// Single calls of a row. For one thread.
class RowCalls final {
public:
    RowCalls(const TimelineImage& image, std::uint32_t row);

    /// The calls that run at that tick, outermost first: begun at or before it, ended after it.
    std::vector<TimelineCall> stackAt(std::uint64_t ticks);
    /// The number of the first record at or after that tick.
    std::uint64_t recordAt(std::uint64_t ticks);
    /// The call that begins at the first start at or after that record and before that tick; moves
    /// the record behind it. With `least`, blocks without so long a call are skipped.
    std::optional<TimelineCall> nextStart(std::uint64_t& record, std::uint64_t before,
                                          std::uint64_t least = 0);
    /// The call with the last start before that tick.
    std::optional<TimelineCall> lastStart(std::uint64_t before);

private:
    struct Start {
        std::uint64_t record;
        std::uint64_t ticks;
        std::uint32_t tag;
        std::uint32_t depth;
    };

    TimelineCall call(const Start& start);
    // The tick of the record that ends it; nothing if that is not in the trace.
    std::optional<std::uint64_t> endOf(const Start& start);
    [[nodiscard]] Start here() const;

    RowReader reader_;
    RowReader ahead_;  // for ends, so that the place of the list stays
    const TimelineRow& info_;
    std::uint32_t row_;
};

}  // namespace gantry::perf::timeline
