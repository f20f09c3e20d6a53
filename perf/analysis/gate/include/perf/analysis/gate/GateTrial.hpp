#pragma once

#include <perf/analysis/compare/Comparison.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// Which command a run is of.
enum class GateSide { Baseline, Candidate };

/// Relative values are parts of 1: 0.05 is 5 %.
struct GateOptions {
    double limit = 0.05;        ///< the relative slowdown that fails
    std::size_t mostRuns = 20;  ///< of the candidate, those to confirm included
    /// Both commands can be run. Otherwise the baseline is the values given, and because a machine
    /// drifts in between, the slowdown has to be this much above the limit.
    bool interleaved = true;
    double driftAllowance = 0.04;
};

/// What a trial came to.
struct GateOutcome {
    ValueComparison value;                  ///< of all runs; the interval holds with 99 %
    Verdict verdict = Verdict::CannotTell;  ///< More: slower; Less: faster
    double limit = 0;                       ///< that was used
    std::size_t baselineRuns = 0;
    std::size_t candidateRuns = 0;
    std::size_t confirmingRuns = 0;  ///< of each, fresh ones, that confirmed or not
    bool confirmed = false;
    bool refuted = false;        ///< it looked slower, and fresh runs did not confirm it
    std::size_t runsNeeded = 0;  ///< about, of each; where the verdict is CannotTell
};

/// A test of a command against a baseline, run by run: values that are larger are worse. The
/// caller runs what next() says, in the order A B B A so that a drift of the machine meets both
/// alike, and hands the value in. The trial looks at the values after 6 runs of each, then after
/// every second, and ends as soon as it is sure:
///
/// - slower: the test of Mann and Whitney has p < 0.01 and the shift of Hodges and Lehmann is above
///   the limit; and then fresh runs alone exceed half of the limit, and all runs together have
///   p < 0.01 and are above the limit.
/// - same or faster: the whole interval of 99 % is below the limit.
///
/// A value that is not finite and above 0 throws std::invalid_argument. A value type: no clock, no
/// process.
///
///     GateTrial trial(options);
///     while (const auto side = trial.next()) { trial.add(measure(*side)); }
///     const GateOutcome outcome = trial.outcome();
class GateTrial final {
public:
    /// baseline: stored values; only where the options are not interleaved. Throws
    /// std::invalid_argument for too few of them, or options without a meaning.
    explicit GateTrial(const GateOptions& options, std::vector<double> baseline = {});

    /// The side to run next; nothing when the answer is known or no run is left.
    [[nodiscard]] std::optional<GateSide> next() const;

    /// The value of the run that next() asked for. Throws std::invalid_argument where the trial has
    /// ended, too.
    void add(double value);

    /// What is known by now; final when next() is nothing.
    [[nodiscard]] GateOutcome outcome() const;

    /// The least number of runs of each side with which anything can be decided.
    static constexpr std::size_t kLeastRuns = 6;

private:
    enum class Step { Search, Confirm, Last, Done };

    // Called when both sides have as many runs as the next look needs.
    void look();
    void lookFor();
    void confirm();
    [[nodiscard]] std::size_t confirmRuns() const;
    // Of the runs from that place of the candidate on; 0: of all.
    [[nodiscard]] ValueComparison compared(std::size_t from) const;
    [[nodiscard]] bool isSurelyBelow(const ValueComparison& value) const;

    GateOptions options_;
    double limit_;
    std::vector<double> baseline_;
    std::vector<double> candidate_;
    Step step_ = Step::Search;
    std::size_t begin_ = 0;     ///< of the fresh runs, in candidate_
    std::size_t freshEnd_ = 0;  ///< their end, once they have confirmed it or not
    std::size_t end_ = 0;       ///< how many runs of the candidate there will be at the next look
    Verdict verdict_ = Verdict::CannotTell;
    bool confirmed_ = false;
    bool refuted_ = false;
};

}  // namespace gantry::perf
