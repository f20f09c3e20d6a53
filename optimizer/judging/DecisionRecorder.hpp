#pragma once

#include <tuning/Choice.hpp>
#include <tuning/DecisionLog.hpp>
#include <tuning/Outcome.hpp>
#include <tuning/Strategy.hpp>

#include <string>
#include <vector>

namespace optimizer {

/// Writes choices, and what came of them, to a decision log: the same for trials before the run and
/// for requests. One choice at a time. The calls for one choice come in the order begin, choose or
/// pin, write; write may follow several times, once for each call that was made for it.
class DecisionRecorder final {
public:
    /// What the entry has besides the choice and its outcome.
    struct Details {
        /// The context's key.
        std::string context;
        /// For people: what went wrong.
        std::string message;
        /// Whether the strategy made the choice; else it was pinned or observed.
        bool chosen = true;
        /// Whether the fallback of the choice was called.
        bool fallenBack = false;
        /// Whether another choice follows for the same request, so that the fallback is not called.
        bool goesOn = false;
    };

    /// log may be null: nothing is written then. strategy and log outlive this object. port:
    /// "INSTANCE.PORT".
    DecisionRecorder(tuning::DecisionLog* log, tuning::Strategy* strategy, std::string port,
                     std::vector<tuning::Candidate> candidates);

    /// A request begins, without a choice yet.
    void begin();
    /// A choice was made. Asks the strategy for its estimates, unless the choice continues a series
    /// of calls of the incumbent, which is one entry.
    void choose(const tuning::Choice& choice);
    /// Throws what the decision log throws.
    void write(const tuning::Outcome& outcome, const Details& details);

    /// The last choice; the value-initialised one after begin().
    [[nodiscard]] const tuning::Choice& choice() const { return choice_; }
    /// Replaces the choice by one that nobody asked the strategy for.
    void pin();

private:
    tuning::DecisionLog* log_;
    tuning::Strategy* strategy_;
    std::string port_;
    std::vector<tuning::Candidate> candidates_;
    tuning::Choice choice_;
    /// What the strategy believed when it chose; empty if the entry does without.
    sidl::array<tuning::Estimate> estimates_;
    // Of the last entry.
    bool incumbentWritten_ = false;
    std::int32_t writtenContext_ = 0;
    std::int32_t writtenCandidate_ = 0;
};

}  // namespace optimizer
