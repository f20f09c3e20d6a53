#pragma once

#include <gantry/Error.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/Port.hpp>
#include <gov/cca/Services.hpp>

#include <memory>
#include <string>
#include <utility>

/// What components do with ports and Services, in few words: castPort for one port, UsedPort for a
/// use of one, registerUsesPorts for all of a description.
namespace gantry {

/// The port as the C++ type P; null for null. Throws BadPortType, naming the port, if it is of
/// another type. Shares ownership. Costs a dynamic_cast. Any thread. A port that another compiler
/// or a hidden type made is of another type, too: port classes have default visibility for this.
///
///     auto go = gantry::castPort<gov::cca::ports::GoPort>(services->getPort("go"), "go");
///     ...
///     services->releasePort("go");
template <class P>
std::shared_ptr<P> castPort(const std::shared_ptr<gov::cca::Port>& port, const std::string& name) {
    auto cast = std::dynamic_pointer_cast<P>(port);
    if (port && !cast) {
        throw Error(gov::cca::CCAExceptionType::BadPortType,
                    "port '" + name +
                        "' does not have the type its user expects; compare the types in the "
                        "descriptions of both components");
    }
    return cast;
}

/// A used port for as long as this object lives: getPort at the start, releasePort at the end.
/// Cheap enough for every call of a method (two look-ups by name), not for every step of a loop.
/// Throws in the constructor only. One thread at a time; threads that share a port make one each.
///
///     const gantry::UsedPort<numeric::FunctionPort> function(services_, "function");
///     return function->evaluate(x);
///
/// While it lives, the port counts as in use: a direct connection cannot be swapped or
/// disconnected, and unregisterUsesPort() throws UsesPortNotReleased. An object that is kept for
/// the life of a component therefore blocks that; keep it for one method. A member of ComponentWith
/// writes used<numeric::FunctionPort>("function") instead.
template <class P>
class UsedPort final {
public:
    /// Throws what Services::getPort throws. PortNotDefined for a name that was not registered and
    /// PortNotConnected without a connection. BadPortType if the port is not a P; it is released
    /// then. services is not null.
    UsedPort(std::shared_ptr<gov::cca::Services> services, std::string name)
        : services_(std::move(services)), name_(std::move(name)) {
        const std::shared_ptr<gov::cca::Port> port = services_->getPort(name_);
        try {
            port_ = castPort<P>(port, name_);
        } catch (...) {
            services_->releasePort(name_);
            throw;
        }
    }
    /// Lets go of the port before it releases it, so that no reference is left when the use
    /// ends.
    ~UsedPort() {
        port_.reset();
        try {
            services_->releasePort(name_);
        } catch (const gov::cca::CCAException&) {
            // The port was withdrawn meanwhile: there is nothing left to release.
        }
    }
    UsedPort(const UsedPort&) = delete;
    UsedPort& operator=(const UsedPort&) = delete;

    /// Valid as long as this object.
    P* operator->() const noexcept { return port_.get(); }
    P& operator*() const noexcept { return *port_; }
    /// Never null.
    [[nodiscard]] P* get() const noexcept { return port_.get(); }

private:
    // Kept, so that the release finds it, whatever the component does.
    std::shared_ptr<gov::cca::Services> services_;
    std::string name_;
    // Null only in the constructor and the destructor.
    std::shared_ptr<P> port_;
};

/// Registers every uses port of a description, without properties. Once, in setServices. Throws
/// what Services::registerUsesPort throws. In the order of the description. At the first one that
/// fails the ones before stay registered: PortAlreadyDefined for a name in use. Ports that the
/// framework serves are connected at once.
inline void registerUsesPorts(gov::cca::Services& services,
                              const ComponentDescription& description) {
    for (const PortDescription& port : description.usedPorts()) {
        services.registerUsesPort(port.name, port.type, nullptr);
    }
}

}  // namespace gantry
