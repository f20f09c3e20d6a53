#pragma once

#include <gov/cca/Port.hpp>
#include <gov/cca/ports/ServiceProvider.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

#include "core/ConnectionTable.hpp"
#include "core/Instance.hpp"

namespace gantry::framework {

/// Port types that are served to every uses port of that type as it is registered: by the
/// framework, by the program that embeds it, or by a component. Used under the lock of the
/// assembly. One service for each type. Ports that were handed out stay valid after their service
/// is removed.
class ServiceTable final {
public:
    using Make = std::function<std::shared_ptr<gov::cca::Port>(const std::shared_ptr<Instance>&)>;

    /// Either make, or an owner with one of singleton and provider.
    struct Service {
        Make make{};
        std::shared_ptr<Instance> owner{};
        std::shared_ptr<gov::cca::Port> singleton{};
        std::shared_ptr<gov::cca::ports::ServiceProvider> provider{};
    };

    explicit ServiceTable(ConnectionTable& connections) : connections_(connections) {}

    /// False if the type is served already.
    bool add(const std::string& portType, Service service);
    /// False if owner serves no such type. Ports that were handed out stay.
    bool remove(const std::string& portType, const Instance& owner);
    [[nodiscard]] bool serves(const std::string& portType) const {
        return services_.contains(portType);
    }

    /// Links a registered uses port of a served type.
    void connect(const std::shared_ptr<Instance>& user, const std::string& usesPort,
                 const std::string& portType);
    /// Notifies the providers of these connections, which are broken, that their ports are not
    /// needed any more.
    void end(const std::vector<ConnectionPointer>& connections);
    /// Forgets everything that owner serves.
    void forget(const Instance& owner);

private:
    struct Made {
        std::shared_ptr<Instance> owner;
        std::shared_ptr<gov::cca::ports::ServiceProvider> provider;
    };

    void connectMade(const std::shared_ptr<Instance>& user, const std::string& usesPort,
                     const std::string& portType, const Service& service);

    ConnectionTable& connections_;
    std::map<std::string, Service> services_;
    std::map<std::uint64_t, Made> made_;
};

}  // namespace gantry::framework
