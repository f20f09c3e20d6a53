#pragma once

#include <parallel/Upcalls.hpp>
#include <tuning/Strategy.hpp>
#include <tuning/Trial.hpp>

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "Workload.hpp"
#include "judging/DecisionRecorder.hpp"
#include "measuring/CostExpression.hpp"
#include "measuring/Meter.hpp"
#include "plan/TrialSettings.hpp"

namespace optimizer {

/// Runs trials before the run: for each subject, a trial of the candidate that the strategy
/// chooses, until the strategy knows enough and chooses what is best known. With
/// strategies.Exhaustive every candidate is tried on every subject.
///
/// A trial is several calls of a candidate; its cost is their median. Candidates are created when
/// they are first needed. One thread.
class TrialRunner final {
public:
    /// What it works with; all of it outlives this object.
    struct Parts {
        const TrialSettings& settings;
        Workload& workload;
        /// Creates a candidate. If it throws, every trial of the candidate fails.
        std::function<Assembly::Provider(std::size_t)> create;
        /// Has begun, with the candidates of the settings.
        tuning::Strategy& strategy;
        /// Counts candidates as the settings do.
        Meter& meter;
        const CostExpression& cost;
        DecisionRecorder& recorder;
        /// Null: one rank. Otherwise run() is collective.
        parallel::Upcalls* ranks = nullptr;
    };

    explicit TrialRunner(const Parts& parts) : parts_(parts) {
        candidates_.resize(parts.settings.problem.candidates.size());
    }

    /// Passes each trial to report. A failure of a candidate or a subject is a trial that failed.
    /// Throws what the strategy, the decision log and report throw.
    void run(const std::function<void(const tuning::Trial&)>& report);
    /// A candidate that was tried, by its name.
    [[nodiscard]] const Assembly::Provider& providerOf(const std::string& candidate) const;

private:
    struct Created {
        bool tried = false;
        Assembly::Provider provider;
        /// Why it cannot be used; empty if it can.
        std::string failure;
    };

    /// All trials on one subject, which is one context of the strategy.
    void runOn(const std::string& subject, const std::function<void(const tuning::Trial&)>& report);
    [[nodiscard]] tuning::Trial trialOf(std::size_t candidate, const std::string& subject);
    void measure(tuning::Trial& trial, std::size_t candidate);
    void conclude(const tuning::Choice& choice, const tuning::Trial& trial);
    /// Whether a trial goes on after so many calls that took so many seconds together.
    [[nodiscard]] bool isWorthAnotherCall(std::size_t calls, double spent) const;
    const Created& created(std::size_t candidate);

    const Parts parts_;
    std::vector<Created> candidates_;
};

}  // namespace optimizer
