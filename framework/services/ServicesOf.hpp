#pragma once

#include <gov/cca/Services.hpp>

#include <memory>

#include "core/Instance.hpp"
#include "services/AssemblyCommands.hpp"

namespace gantry::framework {

/// The Services of an instance: always the same object while someone holds it. It may outlive the
/// assembly; then only releasePort, getPortProperties, createTypeMap and getComponentID work.
std::shared_ptr<gov::cca::Services> servicesOf(const std::weak_ptr<AssemblyCommands>& assembly,
                                               const std::shared_ptr<Instance>& instance);

/// The instance behind a Services object; null if it was not made by servicesOf.
std::shared_ptr<Instance> instanceOf(const std::shared_ptr<gov::cca::Services>& services);

/// The assembly, or a gantry::Error where its framework is gone.
std::shared_ptr<AssemblyCommands> require(const std::weak_ptr<AssemblyCommands>& assembly);

}  // namespace gantry::framework
