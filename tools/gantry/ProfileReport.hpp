#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace gantry::tools {

/// One line of the profile by component and method.
struct ProfileLine {
    std::string component;
    std::string type;
    std::string method;
    std::uint64_t calls = 0;
    std::uint64_t childCalls = 0;
    /// One value for each metric of the profile, in its unit.
    std::vector<double> inclusive;
    std::vector<double> exclusive;
    bool running = false;
};

enum class SortBy { Exclusive, Inclusive, Calls, Name };

/// The started timers over all threads and ranks, largest first (names: alphabetically), by the
/// first metric.
std::vector<ProfileLine> profileLines(const perf::Profile& profile, SortBy sortBy);

/// A table of at most most lines (0: all) with what was left out counted below it. Every line
/// begins with indent. withOverhead: a column with what each timer's own calls cost.
std::string profileTable(const perf::Profile& profile, SortBy sortBy, std::size_t most,
                         const std::string& indent, bool withOverhead = false);

/// What measuring cost, for a call and in all, by the first metric; empty where it is not known.
std::string overheadText(const perf::Profile& profile);

/// For a parallel run: each timer's first metric over the ranks.
std::string rankTable(const perf::Profile& profile, std::size_t most, const std::string& indent);

/// One sentence for each metric that was asked for and not measured, or not on all threads.
std::vector<std::string> metricWarnings(const perf::Profile& profile);

}  // namespace gantry::tools
