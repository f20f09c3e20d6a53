#pragma once

#include <gantry/MethodProbe.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <utility>

namespace gantry::framework {

/// Counts the checks of one method, which another sampling decides on. Any thread; adds one atomic
/// increment to each checked call.
class CountedSampling final : public ContractSampling {
public:
    /// decision is not null.
    explicit CountedSampling(std::shared_ptr<ContractSampling> decision)
        : decision_(std::move(decision)) {}

    /// As the decision says; counts the calls that are to be checked.
    bool due() noexcept override {
        const bool isDue = decision_->due();
        checks_.fetch_add(isDue ? 1 : 0, std::memory_order_relaxed);
        return isDue;
    }
    void checked(std::int64_t nanoseconds) noexcept override { decision_->checked(nanoseconds); }

    /// How many checks were begun.
    [[nodiscard]] std::uint64_t checks() const noexcept {
        return checks_.load(std::memory_order_relaxed);
    }

private:
    std::shared_ptr<ContractSampling> decision_;
    std::atomic<std::uint64_t> checks_{0};
};

}  // namespace gantry::framework
