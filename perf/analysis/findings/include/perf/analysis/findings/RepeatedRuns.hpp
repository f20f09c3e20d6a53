#pragma once

#include <perf/analysis/findings/Finding.hpp>
#include <perf/analysis/findings/RunAnalysis.hpp>
#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// What decides whether a run can be judged together with others.
struct RunKind {
    std::string name;     ///< as it was given
    std::string program;  ///< empty where the run does not say
    std::uint32_t ranks = 1;
    std::vector<std::string> metrics;
    std::string partial;   ///< what is missing; empty: nothing is
    std::string machine;   ///< host and processor
    std::string command;   ///< with its arguments
    std::string identity;  ///< the same for the same run, whatever its file is called
};

/// `efficiency` is that of the profile.
RunKind kindOf(const std::string& name, const Profile& profile, const RunEfficiency& efficiency);

/// Runs of one program that cannot be judged together, but each by itself.
class NotRepetitionsError : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// Throws std::invalid_argument where the programs are not the same, and NotRepetitionsError where
/// the numbers of ranks or the metrics are not; both name the runs. A run that does not say its
/// program is accepted.
void requireSameKind(const RunKind& first, const RunKind& next);

/// A worker of a finding about unequal work.
struct JointWorker {
    std::string name;          ///< "rank 3"
    std::vector<double> work;  ///< by run, as a part of its run time
};

/// A hypothesis, as several runs together support it.
struct JointFinding {
    /// Gain and texts of the run with the median gain; quantiles and confidence of all runs.
    Finding finding;
    std::size_t sample = 0;     ///< place of the run with the median gain
    std::vector<double> gains;  ///< by run, of what `finding` is about; 0: the run lacks it
    std::size_t reported = 0;   ///< runs that report it by themselves
    /// Where the runs have it, and how many: "rank 3". The most frequent first.
    std::vector<std::pair<std::string, std::size_t>> places;
    /// Of unequal work, where all runs have the same workers and are at least two.
    std::vector<JointWorker> workers;
};

/// Repeated runs of one program, and what all of them say together.
struct RepeatedRuns {
    std::string program;
    std::vector<RunAnalysis> runs;       ///< each by itself
    std::vector<std::string> notes;      ///< what was left out, and in what the runs differ
    std::vector<JointFinding> findings;  ///< largest expected gain first
    std::vector<JointFinding> tested;    ///< all, in the order of hypotheses and subjects
    std::size_t median = 0;              ///< place of the run with the median time
};

/// What the runs say together. Findings of the same hypothesis about the same subject become one,
/// whose confidence is resampled over runs as well as within them: where work is unequal, the
/// differences between the runs tell how exact it is known, so an excess that is at another worker
/// in each run is noise. Needs at least one run; all have the same smallest gain and the same
/// ranks. The same for the same runs. Costs the hypotheses of all runs, times 300.
///
///     const RepeatedRuns together = judgedTogether({first, second, third});
RepeatedRuns judgedTogether(std::vector<RunAnalysis> runs);

/// For people: the findings, those of single runs that the others do not confirm, and a line for
/// each run. Names may contain any bytes: callers make the text printable.
std::string repeatedRunsText(const RepeatedRuns& together, std::size_t most);

/// docs/formats/analysis.md, with the member `together`.
std::string repeatedRunsJson(const RepeatedRuns& together);

}  // namespace gantry::perf
