#pragma once

#include <tuning/Candidate.hpp>
#include <tuning/Entry.hpp>

#include <vector>

#include "Policy.hpp"

namespace strategies {

/// The choices of a decision log, one after the other. A trial that did not complete is not
/// repeated: its limit is 0.
class ReplayPolicy final : public Policy {
public:
    /// Throws gantry::Error if the log has no choices, an unknown candidate, or a gap. name: that
    /// of the log, for messages.
    ReplayPolicy(const std::vector<tuning::Entry>& log,
                 const std::vector<tuning::Candidate>& candidates, std::string name);

    /// Throws gantry::Error if the log has ended, or was made in another context.
    Pick pick(const Request& request) const override;
    [[nodiscard]] bool avoidsFailures() const override { return false; }
    [[nodiscard]] bool decidesByState() const override { return false; }

private:
    /// Choices of the log that are equal and follow each other.
    struct Run {
        std::int64_t first = 0;
        std::int64_t end = 0;
        std::string context;
        Pick pick;
    };

    std::vector<Run> runs_;
    std::string name_;
};

}  // namespace strategies
