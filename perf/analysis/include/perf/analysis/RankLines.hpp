#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace gantry::perf {

/// One process of a run at one moment. A plain value.
struct RankLine {
    int rank = -1;  ///< -1: it has none
    pid_t pid = 0;
    bool live = false;
    std::size_t threads = 0;
    std::int64_t timeNs = 0;
    std::uint64_t calls = 0;
    double callsPerSecond = 0;
    std::int64_t measured = 0;
    std::string unit;
    std::string busiest;  ///< the timer with the greatest exclusive value
    double share = 0;     ///< of what was measured
    std::string problem;
};

/// Sets the rate of calls: since `before`, an earlier line of the same process; null: since the
/// measurement began.
void addRate(RankLine& line, const RankLine* before);

/// A table with a line for each process, the first `most` ones; 0: all. Names may contain any
/// bytes: callers make the text printable.
std::string rankLinesText(const std::vector<RankLine>& lines, std::size_t most);

/// One JSON document in one line.
std::string rankLinesJson(const std::vector<RankLine>& lines);

}  // namespace gantry::perf
