#pragma once

#include <parallel/Upcalls.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry::framework {

/// Some ranks did not reach the place where the others wait for them; the run cannot continue.
class RanksMissing final : public std::runtime_error {
public:
    RanksMissing(const std::string& message, bool isReporter)
        : std::runtime_error(message), isReporter_(isReporter) {}

    /// Whether this rank is the lowest one present. It reports the error to the user.
    [[nodiscard]] bool isReporter() const noexcept { return isReporter_; }

private:
    bool isReporter_;
};

/// Agreement of the ranks of a parallel run on whether all of them reached the same place, and
/// whether any of them failed. Communicates through the port parallel.Upcalls only. A run of one
/// rank agrees with itself without communication. One thread at a time.
///
///     const RankAgreement::Outcome outcome = agreement.agree("after connect", failure);
///     if (!outcome.isSuccess()) { rollBack(outcome.report); }
class RankAgreement final {
public:
    /// The result of an agreement, the same on every rank. As all ranks have the same, all of them
    /// decide alike without a further message.
    struct Outcome {
        /// The number of ranks that failed, and the lowest of them; -1 if none failed.
        int failed = 0;
        int lowestFailed = -1;
        /// Whether the ranks reached different places.
        bool diverged = false;
        /// agreeOnAll: the number, from 0, of the first place where a rank failed, or that not all
        /// ranks reached.
        std::size_t first = 0;
        /// Which rank failed and why, or which rank reached which place; empty on success.
        std::string report;

        [[nodiscard]] bool isSuccess() const noexcept { return report.empty(); }
    };

    /// ranks is shared; null: one rank. timeout: how many seconds a rank waits for the others; 0:
    /// no limit, except that a rank that failed waits for 10 s.
    explicit RankAgreement(std::shared_ptr<parallel::Upcalls> ranks = nullptr, double timeout = 0);

    /// 1 without ranks.
    [[nodiscard]] int size() const;
    /// Collective: every rank passes the place it reached, and the reason if it failed. Costs one
    /// agreeOnMaximum (parallel.Upcalls) on success, and a gather and a broadcast for the report of
    /// a failure. Throws RanksMissing if a rank does not arrive in time.
    [[nodiscard]] Outcome agree(const std::string& place,
                                const std::optional<std::string>& failure = std::nullopt);
    /// As agree, for several places that a rank reached one after the other, of which only the last
    /// may have failed; there is at least one. A failure counts for the place where it happened,
    /// and what other ranks reached after it does not matter.
    ///
    ///     agreement.agreeOnAll({"create a", "connect a b"}, failure);
    [[nodiscard]] Outcome agreeOnAll(const std::vector<std::string>& places,
                                     const std::optional<std::string>& failure = std::nullopt);

private:
    // Over all ranks, place by place. limit: seconds; the reason of a failure is for the message
    // of RanksMissing.
    [[nodiscard]] std::vector<double> maximum(const std::vector<double>& values, double limit,
                                              const std::string& place,
                                              const std::optional<std::string>& failure);
    /// The outcome of a failure or of different places, which rank 0 composes from what all say.
    [[nodiscard]] Outcome explained(const std::string& said);

    std::shared_ptr<parallel::Upcalls> ranks_;
    double timeout_;
};

}  // namespace gantry::framework
