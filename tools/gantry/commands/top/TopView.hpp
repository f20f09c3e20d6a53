#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gantry::tools {

/// What `gantry top` shows and how.
struct TopOptions {
    enum class Sort { Rate, Exclusive, Inclusive, Calls, Name };

    Sort sort = Sort::Exclusive;
    bool threads = false;    ///< each thread apart, not all together
    bool callPaths = false;  ///< a line for each call path, not for each timer
    std::size_t most = 0;    ///< lines; 0 for all
};

/// One line: a timer, or a call path, of all threads or of one.
struct TopLine {
    std::string thread;  ///< empty for all together
    std::string name;    ///< for a call path "main => solve"
    std::uint64_t calls = 0;
    double inclusive = 0;  ///< the first metric
    double exclusive = 0;
    bool running = false;
    double callsPerSecond = 0;      ///< since the last refresh, as the next
    double exclusivePerSecond = 0;  ///< of a time in ns: the part of that time spent here
};

/// The lines of a picture; before is the one of the last refresh, or null for rates since the
/// beginning.
std::vector<TopLine> topLines(const perf::Profile& now, const perf::Profile* before,
                              const TopOptions& options);

/// The lines as a table of at most options.most lines.
std::string topTable(const perf::Profile& now, const std::vector<TopLine>& lines,
                     const TopOptions& options);

}  // namespace gantry::tools
