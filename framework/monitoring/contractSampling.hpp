#pragma once

#include <framework/Monitoring.hpp>
#include <gantry/MethodProbe.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>

#include "core/CountedSampling.hpp"

namespace gantry::framework {

/// Nanoseconds of wall time since any moment; any thread may call it, and it does not throw.
using WallClock = std::function<std::int64_t()>;

/// The steady clock of the system.
WallClock steadyWallClock();

/// What decides by a policy; null for never. Its methods take no lock. The time of a budget counts
/// from now on.
std::shared_ptr<ContractSampling> makeSampling(const ContractPolicy& policy, WallClock clock);

/// The samplings of one request: a budget decides for all its methods together, any other policy
/// for each method alone. Copies share the budget.
class SamplingFactory final {
public:
    explicit SamplingFactory(ContractPolicy policy, WallClock clock = steadyWallClock());

    [[nodiscard]] const ContractPolicy& policy() const noexcept { return policy_; }
    /// Null for never.
    [[nodiscard]] std::shared_ptr<CountedSampling> next() const;

private:
    ContractPolicy policy_;
    WallClock clock_;
    std::shared_ptr<ContractSampling> shared_;
};

}  // namespace gantry::framework
