#pragma once

#include <gov/cca/ComponentID.hpp>
#include <gov/cca/ConnectionID.hpp>

#include <memory>
#include <string>

#include "core/AssemblyCore.hpp"

namespace gantry::framework {

/// Ids are values: they name an instance or a connection and keep nothing alive. An id does not
/// name a later instance of the same name. Compared by what they name: two ids of one instance are
/// equal in their serialized form.
std::shared_ptr<gov::cca::ComponentID> idOf(const Instance& instance);
std::shared_ptr<gov::cca::ConnectionID> idOf(const Connection& connection);

/// What an id names; under the lock of the assembly. Throws gantry::Error if that is gone, or id
/// is null.
std::shared_ptr<Instance> instanceOf(const AssemblyCore& core,
                                     const std::shared_ptr<gov::cca::ComponentID>& id);
ConnectionPointer connectionOf(AssemblyCore& core,
                               const std::shared_ptr<gov::cca::ConnectionID>& id);

/// The instance a serialized id names. Throws gantry::Error if the text is none, or the instance
/// is gone.
std::shared_ptr<Instance> deserialize(const AssemblyCore& core, const std::string& text);

}  // namespace gantry::framework
