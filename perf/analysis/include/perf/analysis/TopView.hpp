#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace gantry::perf {

/// What of a program that runs is shown, and how.
struct TopOptions {
    /// Of lines, largest first; by Name ascending.
    enum class Sort { Rate, Exclusive, Inclusive, Calls, Name };

    Sort sort = Sort::Exclusive;
    bool threads = false;    ///< each thread apart, not all together
    bool callPaths = false;  ///< a line for each call path, not for each timer
    std::size_t most = 0;    ///< lines; 0 for all
    std::size_t width = 0;   ///< characters of a line; 0 for any number
};

/// One line: a timer, or a call path, of all threads or of one. Of two refreshes a line is found by
/// thread and name. Values are in the unit of the first metric.
struct TopLine {
    std::string thread;  ///< empty for all together
    std::string name;    ///< for a call path "main => solve"
    std::uint64_t calls = 0;
    double inclusive = 0;  ///< the first metric
    double exclusive = 0;
    bool running = false;
    double callsPerSecond = 0;      ///< since the last refresh, as the next
    double exclusivePerSecond = 0;  ///< of a time in ns: the part of that time spent here
    double cpu = 0;           ///< exclusive processor time in ns; 0 where that is not measured
    double cpuPerSecond = 0;  ///< since the last refresh
};

/// The lines of a picture; before is the one of the last refresh, or null for rates since the
/// beginning. Sorted as the options say; rates are 0 where no time has passed. before must be of
/// the same program: lines that are not in it have rates since the beginning.
///
///     const auto lines = topLines(now, &before, options);
///     std::cout << topTable(now, lines, options);
std::vector<TopLine> topLines(const Profile& now, const Profile* before, const TopOptions& options);

/// At most that many characters of a printable text. Cuts between characters of UTF-8, not inside
/// one.
///
///     firstOf("solve Solver", 5);    // "solve"
std::string firstOf(const std::string& text, std::size_t width);

/// The lines as a table of at most options.most lines. Where it is wider than options.width, the
/// names lose their beginnings, since a name ends with what it has for itself. Ends with a line
/// that counts those which are not shown.
std::string topTable(const Profile& now, const std::vector<TopLine>& lines,
                     const TopOptions& options);

}  // namespace gantry::perf
