#pragma once

#include <parallel/Upcalls.hpp>
#include <tuning/DecisionLog.hpp>
#include <tuning/Mode.hpp>
#include <tuning/Requests.hpp>
#include <tuning/Served.hpp>
#include <tuning/Strategy.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "judging/DecisionRecorder.hpp"
#include "measuring/CostExpression.hpp"
#include "measuring/Meter.hpp"

namespace optimizer {

/// Serves the requests of a tuned port: asks the strategy, measures, reports the outcome of each
/// call to the strategy and the decision log, and falls back to another candidate if one fails.
///
/// One request at a time; setMode, mode, served and warnings may be called by any thread. In a
/// parallel run every figure is the largest of all ranks, so that every rank decides alike.
class RequestServer final : public tuning::Requests {
public:
    /// What it works with. All of it outlives this object. Pointers are not null unless the comment
    /// says so.
    struct Parts {
        /// "INSTANCE.PORT": the tuned port.
        std::string port;
        /// Not empty; the first one is the initial one.
        std::vector<tuning::Candidate> candidates;
        tuning::Strategy* strategy = nullptr;
        Meter* meter = nullptr;
        const CostExpression* cost = nullptr;
        /// Whether cost is the time in seconds, so that limits of costs are limits of time.
        bool costIsTime = true;
        /// Null: decisions are not recorded.
        tuning::DecisionLog* decisionLog = nullptr;
        /// Null: one rank.
        parallel::Upcalls* ranks = nullptr;
        /// Connects the incumbent's port to a candidate. If it throws, the connection is unchanged.
        std::function<void(std::size_t)> connectIncumbent;
        /// Every Nth result of a candidate in a context is verified, and always the first one.
        std::int64_t verifyEvery = 64;
        /// Whether the call starts at resume(), not when it is assigned.
        bool resumes = false;
    };

    /// The incumbent's port is connected to candidate 0.
    explicit RequestServer(Parts parts);

    /// Begins a request: enters its context, asks the strategy, and assigns a candidate with a
    /// limit in seconds. In a parallel run collective, as retry and conclude are. Never throws for
    /// a strategy that cannot choose: the last incumbent then serves, and warnings() says why.
    tuning::Assignment begin(const std::string& key, const sidl::array<std::string>& featureNames,
                             const sidl::array<double>& features) override;
    /// The next candidate for the same request after a failure; candidate -1 if none is left.
    tuning::Assignment retry() override;
    /// The assigned call starts now.
    void resume();
    /// The call has ended; what follows until conclude() is not measured.
    void stop() override;
    /// Reports how the assigned call ended. True if the result counts; else retry() follows.
    bool conclude(tuning::Status status, double quality, const std::string& message) override;
    /// A call was served without a request.
    void skip(const std::string& reason) override;

    /// The mode of the next request.
    [[nodiscard]] tuning::Mode mode() const;
    /// In effect from the next request on. candidate is the one to pin, 0 for the other modes.
    void setMode(tuning::Mode mode, std::size_t candidate);
    /// What is known of the last request that was concluded.
    [[nodiscard]] tuning::Served served() const;
    /// Requests that began so far. Any thread.
    [[nodiscard]] std::int64_t requests() const;
    /// Calls that were served without a request, by reason. Any thread.
    [[nodiscard]] std::map<std::string, std::int64_t> skipped() const;
    /// What could not be written or connected; each text once.
    [[nodiscard]] std::vector<std::string> warnings() const;
    /// Adds a warning.
    void warn(const std::string& what);

private:
    static constexpr double kNoLimit = std::numeric_limits<double>::infinity();

    /// Enters the context of all ranks' parts together.
    void enter(const std::string& key, const sidl::array<std::string>& featureNames,
               const sidl::array<double>& features);
    /// Asks the strategy until it names a candidate that may be called.
    tuning::Assignment choose();
    tuning::Assignment assign(std::size_t candidate, double limit);
    /// No candidate is left: records why, and returns candidate -1.
    [[nodiscard]] tuning::Assignment none();
    void rewireTo(std::size_t candidate);
    /// Whether the candidate has been the incumbent of so many requests in a row, and has served
    /// for so long, that its port is to be the incumbent's.
    [[nodiscard]] bool isLasting(std::size_t incumbent);
    /// Counts a completed result, or notes a failure.
    void remember(tuning::Status status, const std::string& message);
    /// To the strategy and the decision log.
    void report(const tuning::Outcome& outcome, const std::string& message);
    [[nodiscard]] bool asksStrategy() const;
    /// Whether the call, a trial, ended so soon without a result that the request has time for
    /// another trial before the fallback.
    [[nodiscard]] bool endedAtOnce(const tuning::Outcome& outcome) const;
    /// Whether calls of this request may still be ended at a limit.
    [[nodiscard]] bool triesLeft() const;
    /// A limit of costs as a limit of time.
    [[nodiscard]] double secondsFor(double costLimit) const;

    const Parts parts_;
    mutable std::mutex mutex_;
    tuning::Mode nextMode_ = tuning::Mode::Tune;
    std::size_t nextPinned_ = 0;
    tuning::Served served_;
    std::vector<std::string> warnings_;
    std::map<std::string, std::int64_t> skipped_;

    // State of the current request.
    tuning::Mode mode_ = tuning::Mode::Tune;
    std::size_t pinned_ = 0;
    std::size_t connected_ = 0;
    std::size_t lastIncumbent_ = 0;
    int inARow_ = 0;
    double secondsInARow_ = 0;
    std::size_t current_ = 0;
    std::string key_;
    std::int32_t context_ = 0;
    /// Holds the current choice.
    DecisionRecorder recorder_;
    bool fallenBack_ = false;
    /// Whether the last trial of this request ended at once, and which ones did; the fallback of
    /// the last one, -1: there was none.
    bool goesOn_ = false;
    std::vector<bool> ended_;
    std::int32_t spare_ = -1;
    bool rewired_ = false;
    std::int32_t attempts_ = 0;
    std::atomic<std::int64_t> requests_{0};
    std::vector<std::string> failures_;
    /// Candidates that failed for a reason other than their limit.
    std::vector<bool> failed_;
    /// The figures of the last completed call with its quality, by which limits of costs become
    /// limits of time; empty before the first.
    std::vector<double> completed_;
    /// Results so far, by context and candidate.
    std::map<std::pair<std::int32_t, std::size_t>, std::int64_t> results_;
};

}  // namespace optimizer
