#include "forecast.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "decide.hpp"

namespace strategies {
namespace {

/// A context in which the cost of each call is known in advance.
class KnownCosts final {
public:
    /// setUp: how much more the first call of a candidate costs (logarithm).
    KnownCosts(const Experience& known, double setUp)
        : costs_(known.costs), called_(known.costs.size()), setUp_(setUp) {
        for (double& cost : costs_) {
            cost = std::exp(cost);
            least_ = std::min(least_, cost);
        }
    }

    /// Whether calls of the candidate complete.
    [[nodiscard]] bool completes(int candidate) const {
        return std::isfinite(costs_[static_cast<std::size_t>(candidate)]);
    }
    /// Of its next call; one that fails takes as long as the best one.
    [[nodiscard]] double cost(int candidate) const {
        const auto place = static_cast<std::size_t>(candidate);
        return completes(candidate) ? costs_[place] * (called_[place] ? 1 : std::exp(setUp_))
                                    : least_;
    }
    /// A call was not ended before its end.
    void complete(int candidate) { called_[static_cast<std::size_t>(candidate)] = true; }

private:
    std::vector<double> costs_;
    std::vector<bool> called_;
    double setUp_;
    double least_ = kInfinity;
};

/// Plays the requests of one context.
class Play final {
public:
    Play(KnownCosts costs, ContextState state, const Policy& policy)
        : costs_(std::move(costs)), state_(std::move(state)), policy_(policy) {}

    /// Serves one request; returns what that cost.
    double serve() {
        double spent = 0;
        // As many as a request may have in a run without a usable candidate.
        const int most = 50 * state_.candidates();
        for (int attempt = 0; attempt < most; ++attempt) {
            const Pick pick = decide(policy_, {state_, random_, key_, ++choices_});
            if (call(pick.candidate, pick.limit, spent)) {
                return spent;
            }
            if (pick.fallback >= 0 && call(pick.fallback, kInfinity, spent)) {
                return spent;
            }
        }
        return spent;
    }

private:
    bool call(int candidate, double limit, double& spent) {
        const double cost = std::min(costs_.cost(candidate), limit);
        const bool isEnded = costs_.cost(candidate) > limit;
        spent += cost;
        if (isEnded) {
            state_.abort(candidate, cost, cost, learning_);
        } else if (costs_.completes(candidate)) {
            costs_.complete(candidate);
            state_.complete(candidate, cost, learning_);
        } else {
            state_.fail(candidate, cost, learning_);
        }
        policy_.update(state_);
        return !isEnded && costs_.completes(candidate);
    }

    KnownCosts costs_;
    ContextState state_;
    const Policy& policy_;
    Random random_{0};
    Learning learning_;
    const std::string key_;
    std::int64_t choices_ = 0;
};

struct Played {
    /// The call from which on all calls together cost less than with the initial candidate alone.
    double breakEven = 1;
    double ratio = 0;
};

Played play(const Experience& known, ContextState state, const Policy& policy, std::int64_t calls) {
    const double setUp = state.setUp();
    // A candidate of which nothing is known in this context cannot be called.
    for (int i = 0; i < state.candidates(); ++i) {
        const auto place = static_cast<std::size_t>(i);
        if (!std::isfinite(known.costs[place]) && !known.failed[place]) {
            state.arm(i).quarantinedUntil = std::numeric_limits<std::int64_t>::max();
        }
    }
    KnownCosts alone(known, setUp);
    Play tuned(alone, std::move(state), policy);
    double ofTuned = 0;
    double ofInitial = 0;
    Played played;
    for (std::int64_t call = 1; call <= calls; ++call) {
        ofTuned += tuned.serve();
        ofInitial += alone.cost(0);
        alone.complete(0);
        if (!(ofTuned < ofInitial)) {
            played.breakEven = static_cast<double>(call + 1);
        }
    }
    if (played.breakEven > static_cast<double>(calls)) {
        played.breakEven = kInfinity;
    }
    played.ratio = ofTuned / ofInitial;
    return played;
}

/// The least value that at least that share of the values does not exceed.
double quantile(std::vector<double> values, double share) {
    const auto place =
        static_cast<std::ptrdiff_t>(std::ceil(share * static_cast<double>(values.size())) - 1);
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return values[static_cast<std::size_t>(place)];
}

tuning::Forecast summary(const std::vector<Played>& all, std::int64_t calls) {
    tuning::Forecast summary;
    summary.contexts = static_cast<std::int64_t>(all.size());
    summary.calls = calls;
    if (all.empty()) {
        return summary;
    }
    std::vector<double> breakEvens;
    std::vector<double> ratios;
    double paying = 0;
    for (const Played& each : all) {
        breakEvens.push_back(each.breakEven);
        ratios.push_back(each.ratio);
        paying += std::isfinite(each.breakEven) ? 1 : 0;
    }
    summary.paying = paying / static_cast<double>(all.size());
    summary.early = quantile(breakEvens, 0.25);
    summary.middle = quantile(breakEvens, 0.5);
    summary.late = quantile(breakEvens, 0.75);
    summary.ratioLow = quantile(ratios, 0.25);
    summary.ratioMiddle = quantile(ratios, 0.5);
    summary.ratioHigh = quantile(ratios, 0.75);
    return summary;
}

}  // namespace

tuning::Forecast forecast(const ContextTable& table, const Policy& policy, std::int64_t calls) {
    // Contexts are left out by neighbourhoods of their keys: sizes of one system have similar keys,
    // and would say too much of each other.
    constexpr std::size_t kParts = 8;
    const std::vector<Experience> known = table.ofEarlierRuns();
    std::vector<Played> all;
    for (std::size_t part = 0; part < kParts; ++part) {
        const std::size_t begin = part * known.size() / kParts;
        const std::size_t end = (part + 1) * known.size() / kParts;
        const ContextTable others = table.without(begin, end);
        for (std::size_t i = begin; i < end; ++i) {
            if (!std::isfinite(known[i].costs.front())) {
                continue;
            }
            ContextTable fresh = others;
            // No context of an earlier run has this key.
            ContextState state = *fresh.find(fresh.enter("", known[i].features));
            all.push_back(play(known[i], std::move(state), policy, calls));
        }
    }
    return summary(all, calls);
}

}  // namespace strategies
