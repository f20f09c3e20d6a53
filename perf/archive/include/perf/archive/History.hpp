#pragma once

#include <perf/archive/ArchiveError.hpp>
#include <perf/archive/ArchivedSource.hpp>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

namespace gantry::perf {

/// Something that was changed in the assembly while it was measured. Texts may have any bytes; one
/// that is empty is left out (NULL in the table). Changes are in the order in which they were made;
/// `command` makes the same change again where it is a script's.
struct ArchivedChange {
    std::int64_t timeNs = 0;  ///< since the measurement began; negative: before it
    std::string action;       ///< create, destroy, connect, disconnect, swap, set or monitor
    std::string cause;        ///< who asked for it, as framework::Change reports it
    std::string user;         ///< an instance
    std::string usesPort;
    std::string provider;  ///< of a swap: the new one
    std::string providesPort;
    std::string command;   ///< of the script language, that does the same
    bool implied = false;  ///< follows from another change, and is made again with that

    friend bool operator==(const ArchivedChange&, const ArchivedChange&) = default;
};

/// What was believed of a candidate when a decision was made. Costs are in the unit of the metric
/// that was tuned by, seconds unless another one was named. As the strategy of the tuner had it at
/// that decision: docs/formats/decision-log.md.
struct ArchivedEstimate {
    std::string candidate;
    /// Calls of the candidate in that context.
    std::int64_t calls = 0;
    double cost = 0;                                        ///< 0: nothing has finished
    double low = 0;                                         ///< the cost is between low and high
    double high = std::numeric_limits<double>::infinity();  ///< with a probability of 95 %
    double bound = 0;  ///< calls that were ended cost at least that much; 0: none
    std::int64_t quarantine = 0;

    friend bool operator==(const ArchivedEstimate&, const ArchivedEstimate&) = default;
};

/// One entry of a decision log (docs/formats/decision-log.md reports what its members mean). A
/// decision that was repeated without a change in between is one entry with `repeats`; times and
/// costs are then means.
struct ArchivedDecision {
    std::int64_t timeNs = 0;  ///< since the measurement began; negative: before it
    double time = 0;          ///< the same moment in seconds since 1970
    /// The tuned uses port, as instance.port.
    std::string port;
    /// Number of the choice, from 1.
    std::int64_t request = 0;
    /// How many choices in a row the entry is about.
    std::int64_t repeats = 1;
    /// Key of the context that the choice was made in; estimates are of this context.
    std::string context;
    std::string candidate;
    /// A word, such as incumbent or first-try; `text` says it in a sentence.
    std::string reason;
    std::string text;
    double limit = std::numeric_limits<double>::infinity();  ///< infinite: none
    /// Who served the call where the candidate did not; empty: nobody had to.
    std::string fallback;
    /// completed, aborted, cancelled, failed, wrong, timed-out or crashed.
    std::string status;
    /// Of the call, in the unit that was tuned by; infinite where none is known.
    double cost = std::numeric_limits<double>::infinity();
    /// Wall time of the call; not a number: not measured.
    double seconds = std::nan("");
    double quality = std::nan("");  ///< not a number: not checked
    std::vector<ArchivedEstimate> estimates{};
};

/// Keys of Profile::context: how many of the oldest changes or decisions the archive does not have.
/// The value is a number in decimal.
inline constexpr const char* kChangesLeftOut = "changes left out";
inline constexpr const char* kDecisionsLeftOut = "decisions left out";

/// What an archive has of a run beside its profile: what happened one by one, each list in the
/// order of time, and the source files. The lists belong to the run, not to the profile: a merged
/// archive has changes and decisions of one rank, see ArchiveMerge.hpp, and source files of all of
/// them.
struct History {
    std::vector<ArchivedChange> changes{};
    std::vector<ArchivedDecision> decisions{};
    std::vector<ArchivedSource> sources{};  ///< only of a run that was to keep them
};

/// The history in an archive; empty where it was written without one. Checks as much as
/// readArchive(), and every value of its own tables. Throws ArchiveError.
///
///     for (const ArchivedChange& change : readHistory("run.gantry").changes) {
///         std::cout << change.timeNs << ' ' << change.command << '\n';
///     }
History readHistory(const std::filesystem::path& path);

}  // namespace gantry::perf
