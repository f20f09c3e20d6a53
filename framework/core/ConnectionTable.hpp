#pragma once

#include <framework/AssemblyInfo.hpp>
#include <gov/cca/ports/EventType.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/Changes.hpp"
#include "core/InstalledProxy.hpp"
#include "core/Instance.hpp"

namespace gantry::framework {

/// The provider that a connection had until a moment ago, and that calls may still be in.
struct RetiringProvider {
    std::shared_ptr<Instance> provider;
    std::string providesPort;
};

/// A uses port and the provides port it is connected to.
struct Connection {
    std::uint64_t serial = 0;
    std::shared_ptr<Instance> user{};
    std::string usesPort{};
    std::shared_ptr<Instance> provider{};
    std::string providesPort{};
    std::shared_ptr<TypeMap> properties = std::make_shared<TypeMap>();
    /// Made by a default provider: gives way to an explicit connection.
    bool isDefault = false;
    /// Made because provider serves the type of the port: not shown to anybody.
    bool isService = false;
    /// Asked for when it was made: not what decides once it is there.
    bool guarded = false;
    /// The proxy that is in it; null if it is direct.
    std::shared_ptr<InstalledProxy> proxy{};
    /// How often its provider was swapped.
    std::uint64_t swaps = 0;
    /// Set as long as its provider is being exchanged.
    std::optional<RetiringProvider> retiring{};
    /// Why it is not monitored though it was to be; else empty.
    std::string reasonNotMonitored{};

    [[nodiscard]] ConnectionInfo info() const {
        return {user->name(), usesPort, provider->name(), providesPort};
    }
};

using ConnectionPointer = std::shared_ptr<Connection>;
using AssemblyLock = std::unique_lock<std::recursive_mutex>;

/// The connections of an assembly in the order of their creation; used under its lock. What it
/// costs to make, find and break one grows with the number of connections of its uses port, not
/// with that of all. All errors are gantry::Error.
class ConnectionTable final {
public:
    /// Notified of each connection before its user gets the port, to give it another one.
    using Prepare = std::function<std::shared_ptr<gov::cca::Port>(Connection&,
                                                                  std::shared_ptr<gov::cca::Port>)>;
    /// Set once, before the first connection.
    void setPrepare(Prepare prepare) { prepare_ = std::move(prepare); }
    /// changes outlives it; told is called when a connection was made or broken. Set once, before
    /// the first connection.
    void setChanges(Changes& changes, std::function<void(const Connection&, bool made)> changed) {
        changes_ = &changes;
        changed_ = std::move(changed);
    }
    /// What the user of connection gets: direct, or what was prepared instead. Throws if the
    /// connection cannot be as it was asked for.
    [[nodiscard]] std::shared_ptr<gov::cca::Port> prepared(
        Connection& connection, std::shared_ptr<gov::cca::Port> direct) const;
    /// Notifies the listeners of both sides.
    void notify(const Connection& connection, gov::cca::ports::EventType type) const;

    /// Makes request the newest connection and notifies both sides. Throws if a port does not
    /// exist, the types differ, an instance ends, or the uses port is occupied (unless by a default
    /// connection, which is replaced). What listeners changed before the connection is made
    /// counts; if it prevents the connection, they are notified that there is none.
    ConnectionPointer connect(Connection request);
    /// Connects without looking at the rules: for ports whose type the provider serves.
    ConnectionPointer connectService(Connection request, std::shared_ptr<gov::cca::Port> port);

    /// Breaks all of connections or none. Throws UsesPortNotReleased if a user still holds one
    /// of the ports at the deadline. Both sides are notified. Until then the connections stay in
    /// their places, but no new use of them begins. Before the deadline lock is let go while it
    /// waits, so that the uses may give commands; a connection that others broke meanwhile counts
    /// as broken.
    void disconnect(const std::vector<ConnectionPointer>& connections, Deadline deadline,
                    AssemblyLock& lock);
    /// Does not wait.
    void disconnect(const std::vector<ConnectionPointer>& connections);
    /// Breaks them even if they are in use: a held port stays valid until its user releases it.
    void disconnectByForce(const std::vector<ConnectionPointer>& connections);

    /// Throws if there is no such connection; user is the instance of that name, or null.
    [[nodiscard]] ConnectionPointer require(const Instance* user, const ConnectionInfo& info) const;
    /// By one of the uses ports of an instance, or all of them.
    [[nodiscard]] std::vector<ConnectionPointer> usedBy(const Instance& user) const;
    [[nodiscard]] std::vector<ConnectionPointer> usedBy(const Instance& user,
                                                        const std::string& usesPort) const;
    [[nodiscard]] std::vector<ConnectionPointer> providedBy(const Instance& provider) const;
    [[nodiscard]] std::vector<ConnectionPointer> providedBy(const Instance& provider,
                                                            const std::string& providesPort) const;
    /// Whether a provides port has a connection. Costs what providedBy(provider) has elements.
    [[nodiscard]] bool isProvided(const Instance& provider, const std::string& providesPort) const;
    /// By any port of an instance.
    [[nodiscard]] std::vector<ConnectionPointer> of(const Instance& instance) const;
    /// Those with that serial number and above.
    [[nodiscard]] std::vector<ConnectionPointer> since(std::uint64_t serial) const;
    /// Gives a connection another provider.
    void move(const ConnectionPointer& connection, std::shared_ptr<Instance> provider,
              std::string providesPort);
    /// The connections that are shown.
    [[nodiscard]] std::vector<ConnectionPointer> list() const;
    [[nodiscard]] bool contains(const ConnectionPointer& connection) const {
        return connections_.contains(connection->serial);
    }
    /// Throws if the rules forbid that connection gets the provider of next, which differs from
    /// it in nothing else.
    void checkExchange(const Connection& connection, const Connection& next) const;
    /// The number the next connection gets.
    [[nodiscard]] std::uint64_t nextSerial() const noexcept { return nextSerial_; }

private:
    using BySerial = std::map<std::uint64_t, ConnectionPointer>;
    /// The connections of one instance.
    struct Ends {
        BySerial used;
        BySerial provided;
        std::unordered_map<std::string, BySerial> usedByPort;
    };

    [[nodiscard]] static std::vector<ConnectionPointer> listed(const BySerial& connections);
    /// Null if the instance has none.
    [[nodiscard]] const Ends* endsOf(const Instance& instance) const;
    void insert(const ConnectionPointer& connection);
    void erase(const ConnectionPointer& connection);
    void forgetIfBare(const Instance& instance);

    /// Throws if the rules forbid request; else the default connections that give way to it.
    [[nodiscard]] std::vector<ConnectionPointer> replacedBy(const Connection& request) const;
    void checkProvider(const Connection& request, const PortView& provides) const;
    static void checkTypes(const Connection& request, const PortView& uses,
                           const PortView& provides);
    void checkUnchanged(const Connection& request) const;
    void drain(const std::vector<ConnectionPointer>& connections, Deadline deadline,
               AssemblyLock* lock);
    ConnectionPointer add(Connection request, std::shared_ptr<gov::cca::Port> port);

    Prepare prepare_;
    Changes* changes_ = nullptr;
    std::function<void(const Connection&, bool made)> changed_;
    BySerial connections_;
    std::unordered_map<const Instance*, Ends> ends_;
    std::uint64_t nextSerial_ = 1;
};

}  // namespace gantry::framework
