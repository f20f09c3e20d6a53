#pragma once

#include <framework/Monitoring.hpp>
#include <gantry/MethodProbe.hpp>

#include <cstddef>
#include <memory>

#include "core/CountedSampling.hpp"

namespace gantry::framework {

/// One method that is to be observed: the probe that a proxy gets, and what is shown of it. Without
/// a probe it stands for a method that is not observed.
struct PlannedProbe {
    std::size_t method = 0;
    std::shared_ptr<const MethodProbe> probe{};
    /// What the probe does.
    MonitoredMethod shown{};
    /// The contract checks of the probe; null if there are none.
    std::shared_ptr<const CountedSampling> checks{};
};

}  // namespace gantry::framework
