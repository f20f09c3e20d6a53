#pragma once

#include <gantry/Error.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/Port.hpp>
#include <gov/cca/Services.hpp>

#include <memory>
#include <string>
#include <utility>

namespace gantry {

/// The port as the C++ type P; null for null. Throws BadPortType, naming the port, if it is of
/// another type. Shares ownership. Costs a dynamic_cast.
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
template <class P>
class UsedPort final {
public:
    /// Throws what Services::getPort throws.
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
    [[nodiscard]] P* get() const noexcept { return port_.get(); }

private:
    std::shared_ptr<gov::cca::Services> services_;
    std::string name_;
    std::shared_ptr<P> port_;
};

/// Registers every uses port of a description, without properties. Once, in setServices. Throws
/// what Services::registerUsesPort throws.
inline void registerUsesPorts(gov::cca::Services& services,
                              const ComponentDescription& description) {
    for (const PortDescription& port : description.usedPorts()) {
        services.registerUsesPort(port.name, port.type, nullptr);
    }
}

}  // namespace gantry
