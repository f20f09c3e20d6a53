#pragma once

#include <perf/model/Profile.hpp>
#include <perf/model/Selection.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// Which timers cost more to measure than they show. A timer is excluded when all three hold, or
/// when it was throttled in the run.
struct SelectionLimits {
    std::uint64_t calls = 100'000;  ///< called more often than this,
    double averageNs = 10'000;      ///< less than this for a call, with what is inside it, ns
    /// at most this part of the measured time, without that. A timer whose calls take less than
    /// twice the overhead of measuring one may have any share: what it shows is mostly not its own.
    double share = 0.05;
    /// Timers whose full name or group fits one of these patterns are never excluded.
    std::vector<std::string> keep{};
    /// The rules to begin with: what they exclude stays excluded, and what they include is never
    /// excluded.
    Selection before{};
};

/// Why a timer that is called often and takes little time for a call is measured nevertheless.
enum class Kept : std::uint8_t {
    No,          ///< it is excluded
    Listed,      ///< SelectionLimits::keep or ::before names it
    CallsOut,    ///< MPI calls or file operations are inside it
    LargeShare,  ///< it takes more than the share of the time
    Ambiguous,   ///< no pattern matches it, and no timer that is measured
};

/// "", "listed", "calls out", "large share", "ambiguous". Literals, for programs.
std::string_view keptName(Kept kept);

/// A timer that is excluded, or that only its Kept kept. Values of all threads.
struct SelectedTimer {
    TimerInfo info;
    std::string pattern;  ///< of its rule; empty where it is kept
    std::uint64_t calls = 0;
    double averageNs = 0;   ///< for a call, with what is inside it
    double share = 0;       ///< of the measured time, without what is inside it
    double overheadNs = 0;  ///< what measuring its calls cost
    Kept kept = Kept::No;
    bool wasThrottled = false;
};

/// A selection made of a profile, and what it will save.
struct SelectionProposal {
    SelectionLimits limits;
    Selection selection;    ///< the new rules, and then those of SelectionLimits::before
    std::size_t added = 0;  ///< so many rules are new
    std::vector<SelectedTimer> excluded;  ///< those that cost most first
    std::vector<SelectedTimer> kept;      ///< in the same order
    std::string partial;                  ///< what is missing in the run, and why; else empty
    std::size_t timers = 0;               ///< that were called
    std::uint64_t calls = 0;              ///< of all timers
    bool knowsOverhead = false;           ///< else the values in ns below are 0
    double overheadNs = 0;                ///< of all calls
    double savedNs = 0;                   ///< of those that are excluded
    double savedErrorNs = 0;              ///< by how much that may be off
    double measuredNs = 0;                ///< what the share refers to
};

/// The selection for another run of what made this profile. Averages and shares are those without
/// the measurement overhead where it is known. MPI and file operations, phases and parameters are
/// never excluded. A pattern of a function of code has no offset of its own: "f 0x*" stands for all
/// functions called f but for the first. Throws std::invalid_argument for a profile without a first
/// metric in ns. The profile may be compensated or not; copies it. Some passes over its nodes.
///
///     const SelectionProposal proposal = proposeSelection(readArchive("run.gantry"), {});
///     file << selectionText(proposal, "run.gantry");
SelectionProposal proposeSelection(const Profile& profile, const SelectionLimits& limits);

/// A pattern that matches the text: the text itself, with ? for the bytes that no rule can contain
/// or that stand for others there.
std::string patternOf(std::string_view text);

/// The selection file (docs/formats/selection.md), with a comment of each timer that it excludes.
/// source: the runs it was made of, in a comment.
std::string selectionText(const SelectionProposal& proposal, const std::string& source);

/// What is excluded, what is kept for which reason, and what is saved, for people; `most` rows in
/// each table, 0: all. May have any bytes.
std::string proposalText(const SelectionProposal& proposal, std::size_t most);

/// The same as JSON (docs/formats/select.md). A line with its end.
std::string proposalJson(const SelectionProposal& proposal);

}  // namespace gantry::perf
