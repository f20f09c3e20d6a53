#pragma once

#include <string>

#include "core/Changes.hpp"
#include "core/ConnectionTable.hpp"
#include "core/Instance.hpp"

namespace gantry::framework {

/// Notes of what happened to an assembly, each with the script command that does the same. Under
/// the lock of the assembly; cost next to nothing while no one observes the changes. A change that
/// no script can make, such as one of the embedding program, is noted without a command.
void noteCreated(Changes& changes, const Instance& instance);
void noteDestroyed(Changes& changes, const Instance& instance);
/// made: connected, else disconnected. Connections to services are not noted.
void noteConnection(Changes& changes, const Connection& connection, bool made);
/// The connection has another provider now.
void noteSwapped(Changes& changes, const Connection& connection);
/// Properties that differ between before and now; of the instance if port is empty, else of that
/// port.
void noteProperties(Changes& changes, const Instance& instance, const std::string& port,
                    TypeMap& before, TypeMap& now);

}  // namespace gantry::framework
