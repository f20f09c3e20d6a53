// The sequential test behind `gantry gate`. The header has the rules; here is when the trial looks,
// and what it does with what it sees.

#include <base/text/NumberText.hpp>
#include <perf/analysis/compare/RankTest.hpp>
#include <perf/analysis/compare/ValueComparisons.hpp>
#include <perf/analysis/gate/GateTrial.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

constexpr double kAlpha = 0.01;
constexpr std::size_t kStep = 2;
constexpr std::size_t kLeastToConfirm = 5;
constexpr std::size_t kMostToConfirm = 8;

void require(double value) {
    if (!std::isfinite(value) || !(value > 0)) {
        throw std::invalid_argument(
            "a run has no value above 0, so there is nothing to compare; choose another metric or "
            "timer");
    }
}

}  // namespace

GateTrial::GateTrial(const GateOptions& options, std::vector<double> baseline)
    : options_(options),
      limit_(options.limit + (options.interleaved ? 0 : options.driftAllowance)),
      baseline_(std::move(baseline)),
      end_(kLeastRuns) {
    if (!(options.limit > 0) || !std::isfinite(options.limit)) {
        throw std::invalid_argument("the limit is not above 0");
    }
    if (options.mostRuns < kLeastRuns) {
        throw std::invalid_argument("at least " + std::to_string(kLeastRuns) +
                                    " runs are needed for a result");
    }
    std::for_each(baseline_.begin(), baseline_.end(), require);
    // Either the baseline is run in turn with the candidate, or its values are given: never both.
    if (options.interleaved != baseline_.empty()) {
        throw std::invalid_argument(options.interleaved
                                        ? "a baseline that is run has no stored values"
                                        : "the baseline has no run");
    }
    if (!options.interleaved && baseline_.size() < kLeastRuns) {
        throw std::invalid_argument("the baseline has " + base::plural(baseline_.size(), "run") +
                                    "; at least " + std::to_string(kLeastRuns) +
                                    " are needed for a result");
    }
}

std::optional<GateSide> GateTrial::next() const {
    if (step_ == Step::Done) {
        return std::nullopt;
    }
    if (!options_.interleaved) {
        return GateSide::Candidate;
    }
    // A B B A, again and again.
    const std::size_t place = (baseline_.size() + candidate_.size()) % 4;
    return place == 0 || place == 3 ? GateSide::Baseline : GateSide::Candidate;
}

void GateTrial::add(double value) {
    const std::optional<GateSide> side = next();
    if (!side) {
        throw std::invalid_argument("the trial has ended");
    }
    require(value);
    (*side == GateSide::Baseline ? baseline_ : candidate_).push_back(value);
    // Where both sides are run in turn, a look waits until they have as many runs, so that a drift
    // meets them alike.
    const bool complete = candidate_.size() == end_ &&
                          (!options_.interleaved || baseline_.size() == candidate_.size());
    if (complete) {
        look();
    }
}

// The values of both sides from one run of the candidate on.
ValueComparison GateTrial::compared(std::size_t from) const {
    ComparisonOptions options;
    options.confidence = 1 - kAlpha;
    const auto tail = [](const std::vector<double>& values, std::size_t begin) {
        return std::vector<double>(values.begin() + static_cast<std::ptrdiff_t>(begin),
                                   values.end());
    };
    return compareValues(options_.interleaved ? tail(baseline_, from) : baseline_,
                         tail(candidate_, from), options);
}

bool GateTrial::isSurelyBelow(const ValueComparison& value) const {
    return value.relativeHigh < limit_;
}

// As many fresh runs as are left, within bounds; 0 where too few are left.
std::size_t GateTrial::confirmRuns() const {
    const std::size_t left = options_.mostRuns - candidate_.size();
    return left < kLeastToConfirm ? 0 : std::min(left, kMostToConfirm);
}

void GateTrial::look() {
    if (step_ == Step::Confirm) {
        confirm();
    } else {
        lookFor();
    }
}

// Repeated looks at 1 % would find a change by chance too often; that is why a slowdown needs
// fresh runs to confirm it.
void GateTrial::lookFor() {
    const ValueComparison value = compared(0);
    if (isSurelyBelow(value)) {
        const bool faster = value.p < kAlpha && value.relative < -options_.limit;
        verdict_ = faster ? Verdict::Less : Verdict::Same;
        step_ = Step::Done;
        return;
    }
    const bool slower = value.p < kAlpha && value.relative > limit_;
    // Without enough runs left to confirm it, a slowdown is never reported: the trial ends
    // undecided.
    if (slower && step_ == Step::Search && confirmRuns() > 0) {
        step_ = Step::Confirm;
        begin_ = candidate_.size();
        end_ = begin_ + confirmRuns();
        return;
    }
    if (candidate_.size() >= options_.mostRuns) {
        step_ = Step::Done;
        return;
    }
    end_ = std::min(options_.mostRuns, candidate_.size() + kStep);
    // The last look that leaves enough runs to confirm.
    const std::size_t last = options_.mostRuns - std::min(options_.mostRuns, kLeastToConfirm);
    if (candidate_.size() < last && end_ > last) {
        end_ = last;
    }
}

void GateTrial::confirm() {
    freshEnd_ = candidate_.size();
    const ValueComparison fresh = compared(begin_);
    const ValueComparison all = compared(0);
    // See docs/guide/gate.md: fresh runs alone need only half of the limit, because all runs
    // together must pass the whole of it.
    confirmed_ = fresh.relative > limit_ / 2 && all.p < kAlpha && all.relative > limit_;
    if (confirmed_) {
        verdict_ = Verdict::More;
        step_ = Step::Done;
        return;
    }
    // From now on only the other side can be sure: there are no fresh runs to confirm it again.
    refuted_ = true;
    step_ = Step::Last;
    lookFor();
}

GateOutcome GateTrial::outcome() const {
    GateOutcome outcome;
    outcome.limit = limit_;
    outcome.baselineRuns = baseline_.size();
    outcome.candidateRuns = candidate_.size();
    outcome.verdict = verdict_;
    outcome.confirmed = confirmed_;
    outcome.refuted = refuted_;
    if (step_ == Step::Confirm || confirmed_ || refuted_) {
        const std::size_t end = step_ == Step::Confirm ? candidate_.size() : freshEnd_;
        outcome.confirmingRuns = end - begin_;
    }
    if (baseline_.empty() || candidate_.empty()) {
        outcome.runsNeeded = kLeastRuns;
        return outcome;
    }
    outcome.value = compared(0);
    outcome.value.verdict = verdict_;
    if (verdict_ == Verdict::CannotTell) {
        outcome.runsNeeded =
            runsNeededFor(outcome.value, std::min(baseline_.size(), candidate_.size()), limit_);
    }
    return outcome;
}

}  // namespace gantry::perf
