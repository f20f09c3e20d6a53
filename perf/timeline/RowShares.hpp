#pragma once

#include <cstdint>

#include "RowReader.hpp"

namespace gantry::perf::timeline {

/// Goes through a row from left to right and adds up what it was in between. For one thread.
class RowShares final {
public:
    RowShares(const TimelineImage& image, std::uint32_t row);

    /// Where the first column begins.
    void begin(std::uint64_t ticks);
    /// What the row was from the end of the last column, or from begin(), to that tick.
    TimelineColumn upTo(std::uint64_t ticks);

private:
    void add(TimelineColumn& column, std::uint64_t ticks, std::uint32_t tag);
    void addBlocks(TimelineColumn& column, std::uint64_t ticks);
    void addRecords(TimelineColumn& column, std::uint64_t ticks);
    void note(float length, std::uint32_t name, TimelineColumn& column);

    const TimelineImage& image_;
    std::uint32_t row_;
    RowReader reader_;
    std::uint64_t now_ = 0;
    float longest_ = 0;
};

}  // namespace gantry::perf::timeline
