#pragma once

#include <parallel/Upcalls.hpp>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry::framework {

/// Some ranks did not come to where the others wait for them, so that the run can only be ended.
class RanksMissing final : public std::runtime_error {
public:
    RanksMissing(const std::string& message, bool isReporter)
        : std::runtime_error(message), isReporter_(isReporter) {}

    /// Whether this rank is the lowest one that is there, which notifies the user.
    [[nodiscard]] bool isReporter() const noexcept { return isReporter_; }

private:
    bool isReporter_;
};

/// What the ranks of a parallel run have to know of each other before they go on: whether all of
/// them came to the same place, and whether any of them failed. Over the upcalls port and nothing
/// else; a run of one rank has nothing to agree on. One thread at a time.
class RankAgreement final {
public:
    /// What came of a meeting, the same on every rank.
    struct Outcome {
        /// How many ranks failed, and the lowest of them.
        int failed = 0;
        int lowestFailed = -1;
        /// Whether the ranks came to different places.
        bool diverged = false;
        /// Which rank failed and why, or which rank came where; empty where all is well.
        std::string report;

        [[nodiscard]] bool isSuccess() const noexcept { return report.empty(); }
    };

    /// ranks may be null: one rank. patience: how many seconds a rank waits for the others, 0 for
    /// as long as it takes; a rank that failed waits for 10 s then.
    explicit RankAgreement(std::shared_ptr<parallel::Upcalls> ranks = nullptr, double timeout = 0);

    [[nodiscard]] int size() const;
    /// Collective: every rank says where it is, and why it failed where it did. Costs one
    /// agreement (parallel.Upcalls) where all is well, else as much again for the report. Throws
    /// RanksMissing where some rank does not come in time.
    [[nodiscard]] Outcome agree(const std::string& place,
                                const std::optional<std::string>& failure = std::nullopt);

private:
    [[nodiscard]] std::vector<double> maximum(const std::vector<double>& values, double limit,
                                              const std::string& place,
                                              const std::optional<std::string>& failure);
    /// Rank 0's words on what all of them said.
    [[nodiscard]] std::string report(const std::string& place,
                                     const std::optional<std::string>& failure, Outcome& outcome);

    std::shared_ptr<parallel::Upcalls> ranks_;
    double timeout_;
};

}  // namespace gantry::framework
