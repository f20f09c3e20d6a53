#pragma once

#include <framework/Monitoring.hpp>
#include <gantry/MethodProbe.hpp>

#include <cstdint>
#include <functional>
#include <memory>

namespace gantry::framework {

/// Nanoseconds of wall time since any moment; any thread may call it, and it does not throw.
using WallClock = std::function<std::int64_t()>;

/// The steady clock of the system.
WallClock steadyWallClock();

/// What decides by a policy; null for never. Its methods take no lock. The time of a budget counts
/// from now on.
std::shared_ptr<ContractSampling> makeSampling(const ContractPolicy& policy, WallClock clock);

/// The samplings of one request: a budget is one for all its methods, any other policy is each
/// method's own.
class SamplingFactory final {
public:
    explicit SamplingFactory(ContractPolicy policy, WallClock clock = steadyWallClock());

    [[nodiscard]] const ContractPolicy& policy() const noexcept { return policy_; }
    /// Null for never.
    [[nodiscard]] std::shared_ptr<ContractSampling> next() const;

private:
    ContractPolicy policy_;
    WallClock clock_;
    std::shared_ptr<ContractSampling> shared_;
};

}  // namespace gantry::framework
