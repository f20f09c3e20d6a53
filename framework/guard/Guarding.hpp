#pragma once

#include <framework/AssemblyInfo.hpp>
#include <gov/cca/Port.hpp>
#include <gov/cca/TypeMap.hpp>

#include <memory>
#include <string>
#include <vector>

#include "core/AssemblyCore.hpp"
#include "guard/ThreadPins.hpp"

namespace gantry::framework {

/// Decides which connections of an assembly are guarded, and makes their proxies. Used under its
/// lock. Errors are gantry::Error.
class Guarding final {
public:
    /// The property, true or false, of a uses port and of a connection.
    static constexpr const char* kProperty = "gantry.guarded";

    /// core outlives it.
    explicit Guarding(AssemblyCore& core) : core_(core) {}

    /// The pins of all proxies of this assembly.
    [[nodiscard]] const ThreadPins& pins() const noexcept { return *pins_; }
    /// A proxy that stands nowhere yet; the user has what makes it.
    [[nodiscard]] std::shared_ptr<InstalledProxy> makeProxy(
        const Connection& connection, const std::shared_ptr<gov::cca::Port>& direct) const;

    /// What the user of a new connection is to get: a proxy where the connection is guarded, else
    /// direct. Throws BadPortType if it is to be guarded and the user was built without a proxy
    /// for the port.
    std::shared_ptr<gov::cca::Port> prepare(Connection& connection,
                                            std::shared_ptr<gov::cca::Port> direct) const;
    /// Whether connections that are made from now on are guarded if they can be.
    void guardAll(bool all) noexcept { all_ = all; }
    /// As the properties of a connection say, from the user's next getPort on; without the key
    /// nothing changes. Throws as prepare, and BadProperties if the value is not a Boolean.
    void applyProperties(Connection& connection, gov::cca::TypeMap& properties) const;
    /// As Framework::guarded.
    [[nodiscard]] std::vector<GuardedConnection> list() const;
    /// How a direct connection can be made a guarded one.
    [[nodiscard]] static std::string howToGuard(const Connection& connection);

private:
    [[nodiscard]] bool isDeclared(const Connection& connection) const;
    static void requireProxy(const Connection& connection);

    AssemblyCore& core_;
    std::shared_ptr<ThreadPins> pins_ = ThreadPins::make();
    bool all_ = false;
};

}  // namespace gantry::framework
