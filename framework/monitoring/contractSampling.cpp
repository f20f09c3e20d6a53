// due() is on the path of every call of a monitored method and may be called by many threads at
// once: each policy is a few relaxed atomic operations, without a lock.
//
// Budget: a check may begin if the time spent so far, plus the longest check seen for each check
// that runs now and for the new one, fits into the share of the time since the policy began. So the
// budget holds at every moment, not only on average.

#include "monitoring/contractSampling.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <utility>

namespace gantry::framework {
namespace {

class Always final : public ContractSampling {
public:
    bool due() noexcept override { return true; }
    void checked(std::int64_t) noexcept override {}
};

class Periodic final : public ContractSampling {
public:
    explicit Periodic(std::uint64_t period) : period_(period) {}
    bool due() noexcept override {
        return calls_.fetch_add(1, std::memory_order_relaxed) % period_ == 0;
    }
    void checked(std::int64_t) noexcept override {}

private:
    const std::uint64_t period_;
    std::atomic<std::uint64_t> calls_{0};
};

/// A number for the n-th call that looks random and follows from the seed (SplitMix64).
std::uint64_t mixed(std::uint64_t seed, std::uint64_t call) noexcept {
    std::uint64_t bits = seed + (call + 1) * 0x9e3779b97f4a7c15U;
    bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
    bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
    return bits ^ (bits >> 31U);
}

class Random final : public ContractSampling {
public:
    Random(double probability, std::uint64_t seed) : probability_(probability), seed_(seed) {}
    bool due() noexcept override {
        const std::uint64_t call = calls_.fetch_add(1, std::memory_order_relaxed);
        return static_cast<double>(mixed(seed_, call) >> 11U) * 0x1p-53 < probability_;
    }
    void checked(std::int64_t) noexcept override {}

private:
    const double probability_;
    const std::uint64_t seed_;
    std::atomic<std::uint64_t> calls_{0};
};

/// Checks where the time spent so far, and the longest check once more for every check that is
/// under way and for this one, fit into the share of the time that has passed.
class Budget final : public ContractSampling {
public:
    Budget(double share, WallClock clock)
        : share_(share), clock_(std::move(clock)), begin_(clock_()) {}

    bool due() noexcept override {
        const auto allowed = share_ * static_cast<double>(clock_() - begin_);
        std::uint64_t checks = checks_.load(std::memory_order_acquire);
        do {
            const auto running = static_cast<std::int64_t>(checks % kEnded);
            const std::int64_t longest = longest_.load(std::memory_order_relaxed);
            const std::int64_t spent = spent_.load(std::memory_order_relaxed);
            if (static_cast<double>(spent + (running + 1) * longest) > allowed) {
                return false;
            }
        } while (!checks_.compare_exchange_weak(checks, checks + 1, std::memory_order_acquire));
        return true;
    }

    void checked(std::int64_t nanoseconds) noexcept override {
        spent_.fetch_add(nanoseconds, std::memory_order_relaxed);
        std::int64_t longest = longest_.load(std::memory_order_relaxed);
        while (longest < nanoseconds &&
               !longest_.compare_exchange_weak(longest, nanoseconds, std::memory_order_relaxed)) {
        }
        checks_.fetch_add(kEnded - 1, std::memory_order_release);
    }

private:
    static constexpr std::uint64_t kEnded = std::uint64_t{1} << 20U;

    const double share_;
    const WallClock clock_;
    const std::int64_t begin_;
    std::atomic<std::int64_t> spent_{0};
    std::atomic<std::int64_t> longest_{0};
    // Checks that run, and behind them those that have ended: who decided by what was spent before
    // one of them ended finds that it did.
    std::atomic<std::uint64_t> checks_{0};
};

}  // namespace

WallClock steadyWallClock() {
    return [] {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(
                   std::chrono::steady_clock::now().time_since_epoch())
            .count();
    };
}

std::shared_ptr<ContractSampling> makeSampling(const ContractPolicy& policy, WallClock clock) {
    switch (policy.kind) {
        case ContractPolicy::Kind::Always:
            return std::make_shared<Always>();
        case ContractPolicy::Kind::Periodic:
            return std::make_shared<Periodic>(std::max<std::uint64_t>(policy.period, 1));
        case ContractPolicy::Kind::Random:
            return std::make_shared<Random>(policy.probability, policy.seed);
        case ContractPolicy::Kind::Budget:
            return std::make_shared<Budget>(policy.share, std::move(clock));
        case ContractPolicy::Kind::Never:
            break;
    }
    return nullptr;
}

SamplingFactory::SamplingFactory(ContractPolicy policy, WallClock clock)
    : policy_(policy), clock_(std::move(clock)) {
    if (policy_.kind == ContractPolicy::Kind::Budget) {
        shared_ = makeSampling(policy_, clock_);
    }
}

// A budget is shared by all methods of one request; every other policy counts for each method by
// itself.
std::shared_ptr<CountedSampling> SamplingFactory::next() const {
    auto decision = shared_ ? shared_ : makeSampling(policy_, clock_);
    return decision ? std::make_shared<CountedSampling>(std::move(decision)) : nullptr;
}

}  // namespace gantry::framework
