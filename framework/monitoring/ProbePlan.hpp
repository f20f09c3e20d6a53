#pragma once

#include <framework/Monitoring.hpp>
#include <gantry/Proxy.hpp>
#include <performance/Measurement.hpp>
#include <performance/Monitor.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/PlannedProbe.hpp"
#include "monitoring/contractSampling.hpp"

namespace gantry::framework {

/// What observes the calls: null if it is not needed.
struct ProbeTools {
    std::shared_ptr<performance::Measurement> measurement{};
    std::shared_ptr<performance::Monitor> monitor{};
};

/// The probes of one connection, from what was asked for: which methods, with which timers, records
/// and checks. Everything it refers to outlives it.
class ProbePlan final {
public:
    /// names: how the connection shows in timers, records and messages.
    struct Names {
        std::string user;
        /// "USER.PORT -> PROVIDER.PORT".
        std::string connection;
        /// SIDL type of the port, for messages.
        std::string portType;
    };
    /// What to do about a method or argument that the interface does not have.
    enum class Unknown { Refuse, Ignore };

    ProbePlan(std::span<const MethodDescription> methods, const MonitorOptions& options,
              Unknown unknown)
        : methods_(methods), options_(options), unknown_(unknown) {}

    /// In the order of the interface. Throws gantry::Error if a method or an argument is asked
    /// for that there is not, and whatever the tools throw.
    [[nodiscard]] std::vector<PlannedProbe> make(const Names& names, const ProbeTools& tools,
                                                 const SamplingFactory& sampling) const;

private:
    /// The methods that match the names and patterns of the options.
    [[nodiscard]] std::vector<std::size_t> selected(const Names& names) const;
    void checkParameters(const std::vector<std::size_t>& methods, const Names& names) const;
    /// The arguments of one method whose values are recorded.
    [[nodiscard]] std::vector<std::size_t> recordedArguments(const MethodDescription& method) const;
    [[nodiscard]] PlannedProbe probeOf(std::size_t index, const Names& names,
                                       const ProbeTools& tools,
                                       const SamplingFactory& sampling) const;

    std::span<const MethodDescription> methods_;
    const MonitorOptions& options_;
    Unknown unknown_;
};

}  // namespace gantry::framework
