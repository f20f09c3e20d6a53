#include "TrialRunner.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "judging/Judgement.hpp"
#include "judging/judge.hpp"

namespace optimizer {
namespace {

// A median needs that many calls, unless each takes so long that no interruption matters.
constexpr std::size_t kLeastCalls = 3;
constexpr double kLongEnough = 10;
// Trials per candidate and subject, for a strategy that never knows enough.
constexpr std::size_t kMostTrials = 100;

bool isFinal(const tuning::Choice& choice, bool tried) {
    switch (choice.reason) {
        case tuning::Reason::Incumbent:
        case tuning::Reason::BudgetSpent:
        case tuning::Reason::LastResort:
            return true;
        case tuning::Reason::Pinned:
        case tuning::Reason::Replayed:
            return tried;
        default:
            return false;
    }
}

}  // namespace

void TrialRunner::run(const std::function<void(const tuning::Trial&)>& report) {
    for (const std::string& subject : parts_.settings.problem.subjects) {
        runOn(subject, report);
    }
}

void TrialRunner::runOn(const std::string& subject,
                        const std::function<void(const tuning::Trial&)>& report) {
    const std::int32_t context = parts_.strategy.enterContext(subject, {}, {});
    std::vector<bool> tried(candidates_.size());
    for (std::size_t count = 0; count < kMostTrials * candidates_.size(); ++count) {
        const tuning::Choice choice = parts_.strategy.choose(context);
        const auto candidate = static_cast<std::size_t>(choice.candidate);
        if (isFinal(choice, tried[candidate])) {
            return;
        }
        tried[candidate] = true;
        parts_.recorder.begin();
        parts_.recorder.choose(choice);
        // Agreed before it is reported: every rank's strategy must learn the same.
        const tuning::Trial trial = agreeOnTrial(parts_.ranks, trialOf(candidate, subject));
        report(trial);
        conclude(choice, trial);
    }
}

tuning::Trial TrialRunner::trialOf(std::size_t candidate, const std::string& subject) {
    tuning::Trial trial;
    trial.candidate = parts_.settings.problem.candidates[candidate];
    trial.subject = subject;
    try {
        trial.failure = created(candidate).failure;
        if (trial.failure.empty()) {
            measure(trial, candidate);
        }
    } catch (const std::exception& error) {
        trial.failure = error.what();
    }
    parts_.meter.stop();
    // Also after a failure: begin() may have connected a part.
    parts_.workload.end();
    return trial;
}

void TrialRunner::measure(tuning::Trial& trial, std::size_t candidate) {
    const Problem& problem = parts_.settings.problem;
    parts_.workload.begin(candidates_[candidate].provider, trial.subject);
    trial.exact = parts_.workload.isExact();
    std::vector<double> seconds;
    std::vector<double> costs;
    double spent = 0;
    WorstCall worst;
    while (isWorthAnotherCall(seconds.size(), spent)) {
        parts_.meter.start(candidate);
        parts_.workload.call();
        parts_.meter.stop();
        const WorstCall result = parts_.workload.result();
        std::vector<double> figures = parts_.meter.figures();
        // The last figure is the quality, as in the formula's list of names.
        figures.push_back(problem.accuracy > 0 ? result.error / problem.accuracy : 0);
        seconds.push_back(figures.front());
        costs.push_back(parts_.cost.evaluate(figures));
        spent += seconds.back();
        worst.add(result);
    }
    trial.calls = static_cast<std::int64_t>(seconds.size());
    trial.seconds = typicalOf(std::move(seconds)).value;
    const Typical cost = typicalOf(std::move(costs));
    trial.cost = cost.value;
    trial.spread = cost.spread;
    judge(trial, worst,
          {problem.accuracy, parts_.settings.isIntegrator() ? parts_.settings.maxEvaluations : 0});
    if (trial.failure.empty() && !(std::isfinite(trial.cost) && trial.cost >= 0)) {
        trial.failure = "the metric gave " + std::to_string(trial.cost) + ", which is not a cost";
    }
}

void TrialRunner::conclude(const tuning::Choice& choice, const tuning::Trial& trial) {
    const Problem& problem = parts_.settings.problem;
    tuning::Outcome outcome;
    outcome.request = choice.request;
    outcome.context = choice.context;
    outcome.candidate = choice.candidate;
    outcome.status = statusOf(trial);
    outcome.seconds = trial.seconds;
    outcome.cost = std::isfinite(trial.cost) && trial.cost >= 0 ? trial.cost : 0;
    outcome.quality = problem.accuracy > 0 ? trial.error / problem.accuracy : std::nan("");
    parts_.strategy.outcome(outcome);
    parts_.recorder.write(outcome, {trial.subject, trial.failure, true, false});
}

bool TrialRunner::isWorthAnotherCall(std::size_t calls, double spent) const {
    if (calls >= static_cast<std::size_t>(parts_.settings.repetitions)) {
        return false;
    }
    const double enough = parts_.settings.enoughSeconds;
    return spent <= (calls < kLeastCalls ? kLongEnough * enough : enough);
}

const TrialRunner::Created& TrialRunner::created(std::size_t candidate) {
    Created& known = candidates_[candidate];
    if (known.tried) {
        return known;
    }
    known.tried = true;
    try {
        known.provider = parts_.create(candidate);
    } catch (const std::exception& error) {
        known.failure = error.what();
    }
    return known;
}

const Assembly::Provider& TrialRunner::providerOf(const std::string& candidate) const {
    const std::vector<std::string>& names = parts_.settings.problem.candidates;
    const auto found = std::find(names.begin(), names.end(), candidate);
    return candidates_.at(static_cast<std::size_t>(found - names.begin())).provider;
}

}  // namespace optimizer
