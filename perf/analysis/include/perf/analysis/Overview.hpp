#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// Where the time of the measured threads went, in ns of all of them together. The four parts add
/// up to the whole.
struct TimeUse {
    std::size_t threads = 0;
    std::int64_t wholeNs = 0;      ///< how long the threads were measured, added up
    std::int64_t ioNs = 0;         ///< in calls about files and streams: modules posix and stdio
    std::int64_t mpiNs = 0;        ///< in calls of MPI, without those about files
    std::int64_t waitingNs = 0;    ///< in none of these calls, and without a processor; at least
    std::int64_t computingNs = 0;  ///< the rest
    bool knowsCpu = true;          ///< false: what waited counts as computing
};

/// Of a profile whose first metric is real time; else nothing. Calls of I/O and MPI that used the
/// processor make `waitingNs` too small, never too large. Threads that libraries made for
/// themselves are left out.
std::optional<TimeUse> timeUse(const Profile& profile);

/// The functions that samples found, the one of most own time first: name, file, own and whole
/// share in percent of all samples. Empty where nothing was sampled.
ReportTable hotFunctions(const Profile& profile);

/// What is known of a run beside its profile.
struct OverviewFacts {
    /// Processor time of the processes that the program started and whose profiles this one has
    /// not; and how many of them are known.
    std::int64_t childCpuNs = 0;
    std::size_t children = 0;
    bool keepsChildren = false;  ///< their values are in the profile
    /// How often a processor was taken away from one of its threads, and how often one gave it up.
    std::int64_t preemptions = 0;
    std::int64_t waits = 0;
    bool namesPython = false;  ///< the module that names functions of Python was loaded
};

/// Where more is to be seen about a limit.
enum class LookNext {
    CallTree,     ///< the tree of calls
    SampledTree,  ///< the same by samples of call stacks
    FileAccess,   ///< tables of file access
    Threads,      ///< times of each thread
    Children,     ///< a measurement that keeps the values of further processes
    Analysis,     ///< an analysis of waits and messages
    Selection,    ///< a selection of what is worth measuring
};

/// Something that takes a large part of the time, with what to do next.
struct TimeLimit {
    std::string kind;      ///< "processor", "files", "mpi", "waiting", "children", "measurement"
    double share = 0;      ///< of the time, from 0 to 1; measurement: of the time with its overhead
    std::string evidence;  ///< in words
    std::string advice;    ///< empty: there is none but to look
    LookNext next = LookNext::CallTree;
};

/// What takes 15 % of the time or more, the largest first; at most three. None of a run of less
/// than 20 ms.
std::vector<TimeLimit> timeLimits(const Profile& profile, const OverviewFacts& facts);

/// Whether the interpreter of Python took most of the time, and the module that names functions of
/// Python was not loaded: a program that starts Python is not known as one before it has run.
bool lacksPythonNames(const Profile& profile, const OverviewFacts& facts);

/// For people: where the time went, functions and files that took most of it, and what limits; at
/// most 17 lines of 80 columns where names are short. Names are not made printable. Ends with a
/// line break; empty where timeUse() knows nothing.
std::string overviewText(const Profile& profile, const OverviewFacts& facts);

}  // namespace gantry::perf
