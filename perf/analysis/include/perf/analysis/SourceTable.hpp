#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/archive/ArchivedSource.hpp>
#include <perf/model/Profile.hpp>
#include <perf/model/SourceText.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace gantry::perf {

/// Gives the text of a source file by the path that the compiler knew, and what is to be said of
/// it.
using SourceReader = std::function<SourceText(const std::string& path)>;

/// What was measured of one line: samples, as shares of all of them, and timers that are there.
struct SourceLine {
    double ownPercent = 0;
    double wholePercent = 0;     ///< with what it called
    std::int64_t calls = 0;      ///< of the timers whose names have this place, as the next
    std::int64_t inclusive = 0;  ///< in the unit of the first metric
    std::string timer{};         ///< the name of the first one, without its place; empty: none
};

/// A source file with what was measured of its lines, by number. Lines that nothing is known of are
/// not there.
struct SourceListing {
    std::string path;  ///< as archives have it where it is absolute
    std::map<std::int64_t, SourceLine> lines{};
    bool hasSamples = false;
    bool hasTimers = false;

    [[nodiscard]] double ownPercent() const;
};

/// The source files with lines that samples were in, or timers know as their place, the one of most
/// own time first; then the others in `kept`, without lines. A timer that knows only the end of a
/// path is in the one file that has this end, of those with samples and those in `kept`.
std::vector<SourceListing> sourceListings(const Profile& profile,
                                          const std::vector<ArchivedSource>& kept);

/// The same files with the number of their lines, and the size of their text in the archive or why
/// there is none. Empty where the program had no debugging information.
ReportTable sourceFiles(const Profile& profile, const std::vector<ArchivedSource>& kept);

/// The lines of one source file with their share of all samples: those that something is known of,
/// and two around each of them; where its text is gone, their numbers alone; of a file without such
/// lines all of them. file: its path, or the end of it from a folder on. Throws
/// std::invalid_argument, which names files, where none or several are called so.
ReportTable sourceLines(const std::vector<SourceListing>& files, const std::string& file,
                        const std::string& unit, const SourceReader& read);

}  // namespace gantry::perf
