#include <gantry/Error.hpp>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "services/Ids.hpp"
#include "services/ServicesOf.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

using ComponentIdPointer = std::shared_ptr<gov::cca::ComponentID>;
using ConnectionIdPointer = std::shared_ptr<gov::cca::ConnectionID>;
using TypeMapPointer = std::shared_ptr<gov::cca::TypeMap>;

constexpr const char* kClassNameKey = "cca.className";
constexpr const char* kClassVersionKey = "gantry.classVersion";

/// The assembly, locked for the time of one command.
class Session final {
public:
    explicit Session(const std::weak_ptr<Assembly>& assembly)
        : assembly_(require(assembly)), lock_(assembly_->lock()) {}

    Assembly* operator->() const noexcept { return assembly_.get(); }
    Assembly::Lock& lock() noexcept { return lock_; }
    [[nodiscard]] std::shared_ptr<Instance> instance(const ComponentIdPointer& id) const {
        return instanceOf(*assembly_, id);
    }
    [[nodiscard]] ConnectionPointer connection(const ConnectionIdPointer& id) const {
        return connectionOf(*assembly_, id);
    }

private:
    std::shared_ptr<Assembly> assembly_;
    Assembly::Lock lock_;
};

template <class Id, class Things>
sidl::array<std::shared_ptr<Id>> idsOf(const Things& things) {
    std::vector<std::shared_ptr<Id>> ids;
    for (const auto& thing : things) {
        ids.push_back(idOf(*thing));
    }
    return sidl::array<std::shared_ptr<Id>>(ids);
}

sidl::array<std::string> portNames(const Instance& instance, bool provided) {
    std::vector<std::string> names;
    for (const PortView& port : instance.ports().list()) {
        if (port.provided == provided && !port.service) {
            names.push_back(port.name);
        }
    }
    return sidl::array<std::string>(names);
}

class BuilderService final : public gov::cca::ports::BuilderService {
public:
    BuilderService(std::weak_ptr<Assembly> assembly, std::string component)
        : assembly_(std::move(assembly)),
          cause_(component.empty() ? "" : "component " + component) {}

    ComponentIdPointer createInstance(const std::string& instanceName, const std::string& className,
                                      const TypeMapPointer& properties) override {
        const auto because = cause();
        return idOf(*require(assembly_)->create({className, instanceName, properties, true}));
    }

    sidl::array<ComponentIdPointer> getComponentIDs() override {
        const Session session(assembly_);
        return idsOf<gov::cca::ComponentID>(session->instances().list());
    }

    TypeMapPointer getComponentProperties(const ComponentIdPointer& cid) override {
        const Session session(assembly_);
        const auto instance = session.instance(cid);
        auto copy = copyOf(instance->properties());
        copy->remove(kClassNameKey);
        copy->putString(kClassNameKey, instance->className());
        if (instance->description()) {
            copy->remove(kClassVersionKey);
            copy->putString(kClassVersionKey, instance->description()->version);
        }
        return copy;
    }

    void setComponentProperties(const ComponentIdPointer& cid, const TypeMapPointer& map) override {
        const auto because = cause();
        const Session session(assembly_);
        session->setProperties(session.instance(cid), map);
    }

    ComponentIdPointer getDeserialization(const std::string& s) override {
        const Session session(assembly_);
        return idOf(*deserialize(*session.operator->(), s));
    }

    ComponentIdPointer getComponentID(const std::string& componentInstanceName) override {
        return idOf(*require(assembly_)->instance(componentInstanceName));
    }

    void destroyInstance(const ComponentIdPointer& toDie, float timeout) override {
        const auto because = cause();
        std::shared_ptr<Instance> instance;
        {
            const Session session(assembly_);
            instance = session.instance(toDie);
        }
        // The lock is the command's own to take, and to let go of before the component ends.
        require(assembly_)->destroy(instance, timeout);
    }

    sidl::array<std::string> getProvidedPortNames(const ComponentIdPointer& cid) override {
        const Session session(assembly_);
        return portNames(*session.instance(cid), true);
    }

    sidl::array<std::string> getUsedPortNames(const ComponentIdPointer& cid) override {
        const Session session(assembly_);
        return portNames(*session.instance(cid), false);
    }

    TypeMapPointer getPortProperties(const ComponentIdPointer& cid,
                                     const std::string& portName) override {
        const Session session(assembly_);
        return session.instance(cid)->ports().requireProperties(portName);
    }

    void setPortProperties(const ComponentIdPointer& cid, const std::string& portName,
                           const TypeMapPointer& map) override {
        const auto because = cause();
        const Session session(assembly_);
        session->setPortProperties(session.instance(cid), portName, map);
    }

    ConnectionIdPointer connect(const ComponentIdPointer& user, const std::string& usingPortName,
                                const ComponentIdPointer& provider,
                                const std::string& providingPortName) override {
        const auto because = cause();
        const Session session(assembly_);
        return idOf(*session->connections().connect({.user = session.instance(user),
                                                     .usesPort = usingPortName,
                                                     .provider = session.instance(provider),
                                                     .providesPort = providingPortName}));
    }

    sidl::array<ConnectionIdPointer> getConnectionIDs(
        const sidl::array<ComponentIdPointer>& componentList) override {
        const Session session(assembly_);
        const auto wanted = componentList.toVector();
        if (wanted.empty()) {
            return idsOf<gov::cca::ConnectionID>(session->connections().list());
        }
        std::map<std::uint64_t, ConnectionPointer> found;
        for (const ComponentIdPointer& id : wanted) {
            for (auto& connection : session->connections().of(*session.instance(id))) {
                if (!connection->isService) {
                    found.emplace(connection->serial, std::move(connection));
                }
            }
        }
        std::vector<ConnectionPointer> ordered;
        for (auto& [serial, connection] : found) {
            ordered.push_back(std::move(connection));
        }
        return idsOf<gov::cca::ConnectionID>(ordered);
    }

    TypeMapPointer getConnectionProperties(const ConnectionIdPointer& connID) override {
        const Session session(assembly_);
        return copyOf(session.connection(connID)->properties);
    }

    void setConnectionProperties(const ConnectionIdPointer& connID,
                                 const TypeMapPointer& map) override {
        const auto because = cause();
        const Session session(assembly_);
        const ConnectionPointer connection = session.connection(connID);
        auto properties = copyOf(map);
        session->guarding().obey(*connection, *properties);
        connection->properties = std::move(properties);
    }

    void disconnect(const ConnectionIdPointer& connID, float timeout) override {
        const auto because = cause();
        Session session(assembly_);
        session->connections().disconnect({session.connection(connID)}, deadlineAfter(timeout),
                                          session.lock());
    }

    void disconnectAll(const ComponentIdPointer& id1, const ComponentIdPointer& id2,
                       float timeout) override {
        const auto because = cause();
        Session session(assembly_);
        const auto first = session.instance(id1);
        const auto second = id2 ? session.instance(id2) : nullptr;
        auto concerned = session->connections().of(*first);
        std::erase_if(concerned, [&](const ConnectionPointer& c) {
            return c->isService || (second && (c->user == first ? c->provider : c->user) != second);
        });
        session->connections().disconnect(concerned, deadlineAfter(timeout), session.lock());
    }

private:
    /// The cause of what is done as long as it lives: the component that has this port.
    struct Because {
        std::shared_ptr<Assembly> assembly;
        Changes::Cause cause;
    };
    [[nodiscard]] Because cause() const {
        auto assembly = require(assembly_);
        return {assembly, Changes::Cause(assembly->changes(), cause_)};
    }

    std::weak_ptr<Assembly> assembly_;
    std::string cause_;
};

}  // namespace

std::shared_ptr<gov::cca::ports::BuilderService> makeBuilderService(
    const std::weak_ptr<Assembly>& assembly, const std::string& component) {
    return std::make_shared<BuilderService>(assembly, component);
}

}  // namespace gantry::framework
