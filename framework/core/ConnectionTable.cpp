// How a connection is made: check the rules, notify both sides that it is pending, check again
// (listeners may have changed the assembly), prepare the port that the user gets, link, notify. A
// failure after the first notification is followed by a notification that there is no connection.
//
// Several connections are broken together or not at all: all of them drain first, so that no new
// use begins, and they are erased only when none is in use. Proxies that fall out of connections
// are destroyed after everything else, because users may still hold ports that point into them.

#include "core/ConnectionTable.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;
using gov::cca::ports::EventType;

std::string usesName(const Connection& connection) {
    return connection.user->name() + '.' + connection.usesPort;
}
std::string providesName(const Connection& connection) {
    return connection.provider->name() + '.' + connection.providesPort;
}

// While an instance ends it is still in the table: its listeners run, and could connect it anew.
void checkAlive(const Instance& instance) {
    if (instance.ending() || instance.closed()) {
        throw Error(CCAExceptionType::Nonstandard,
                    "instance '" + instance.name() + "' is being destroyed; connect another one");
    }
}

void refuseRetiring(const Connection& connection) {
    if (connection.retiring) {
        throw Error(CCAExceptionType::UsesPortNotReleased,
                    "uses port '" + usesName(connection) + "' is being moved from '" +
                        connection.retiring->provider->name() + "' to '" +
                        providesName(connection) + "'; try again when that has ended");
    }
}

/// Keeps new uses away from connections.
class Draining final {
public:
    explicit Draining(const std::vector<ConnectionPointer>& connections)
        : connections_(connections) {
        for (const ConnectionPointer& connection : connections_) {
            connection->user->ports().beginDrain(connection->usesPort, connection->serial);
        }
    }
    ~Draining() {
        for (const ConnectionPointer& connection : connections_) {
            connection->user->ports().endDrain(connection->usesPort, connection->serial);
        }
    }
    Draining(const Draining&) = delete;
    Draining& operator=(const Draining&) = delete;

    /// The first connection that is in use at the deadline; null if there is none.
    [[nodiscard]] ConnectionPointer await(Deadline deadline) const {
        const auto held =
            std::find_if(connections_.begin(), connections_.end(), [&](const ConnectionPointer& c) {
                return !c->user->ports().awaitRelease(c->usesPort, c->serial, deadline);
            });
        return held == connections_.end() ? nullptr : *held;
    }

private:
    const std::vector<ConnectionPointer>& connections_;
};

}  // namespace

void ConnectionTable::notify(const Connection& connection, EventType type) const {
    const Changes::Implied implied(*changes_);
    for (const auto& [instance, port] : {std::pair(connection.user, connection.usesPort),
                                         std::pair(connection.provider, connection.providesPort)}) {
        if (instance->listeners().isEmpty()) {
            continue;
        }
        if (const auto properties = instance->ports().properties(port)) {
            instance->listeners().notify(type, properties);
        }
    }
}

void ConnectionTable::checkTypes(const Connection& request, const PortView& uses,
                                 const PortView& provides) {
    if (!provides.isA(uses.type)) {
        throw Error(CCAExceptionType::BadPortType,
                    "uses port '" + usesName(request) + "' has type " + uses.type +
                        ", but provides port '" + providesName(request) + "' has type " +
                        provides.type + "; " + connectInstead(uses.type));
    }
}

// The rules of connect() but for the number of connections of the uses port, which a swap does not
// change.
void ConnectionTable::checkExchange(const Connection& connection, const Connection& next) const {
    const PortView provides = next.provider->ports().require(next.providesPort, true);
    checkTypes(next, next.user->ports().require(next.usesPort, false), provides);
    checkAlive(*next.user);
    checkAlive(*next.provider);
    refuseRetiring(connection);
    const auto present = usedBy(*next.user, next.usesPort);
    if (std::any_of(present.begin(), present.end(), [&](const ConnectionPointer& c) {
            return c->provider == next.provider && c->providesPort == next.providesPort;
        })) {
        throw Error(CCAExceptionType::Nonstandard, "uses port '" + usesName(next) +
                                                       "' is already connected to '" +
                                                       providesName(next) + "'");
    }
    checkProvider(next, provides);
}

// A default connection gives way to an explicit one and does not count against MAX_CONNECTIONS.
std::vector<ConnectionPointer> ConnectionTable::replacedBy(const Connection& request) const {
    const PortView uses = request.user->ports().require(request.usesPort, false);
    const PortView provides = request.provider->ports().require(request.providesPort, true);
    checkTypes(request, uses, provides);
    checkAlive(*request.user);
    checkAlive(*request.provider);
    checkProvider(request, provides);
    if (uses.service && uses.numLinks > 0) {
        throw Error(CCAExceptionType::Nonstandard,
                    "uses port '" + usesName(request) + "' (" + uses.type +
                        ") is served by the framework; it needs no connection");
    }
    const auto present = usedBy(*request.user, request.usesPort);
    std::vector<ConnectionPointer> giveWay;
    for (const ConnectionPointer& connection : present) {
        if (connection->isDefault && !request.isDefault) {
            giveWay.push_back(connection);
        } else if (connection->provider == request.provider &&
                   connection->providesPort == request.providesPort) {
            throw Error(CCAExceptionType::Nonstandard, "uses port '" + usesName(request) +
                                                           "' is already connected to '" +
                                                           providesName(request) + "'");
        }
    }
    if (present.size() - giveWay.size() >= static_cast<std::size_t>(uses.maxConnections)) {
        throw Error(
            CCAExceptionType::Nonstandard,
            present.empty()
                ? "uses port '" + usesName(request) + "' takes no connection (MAX_CONNECTIONS is 0)"
                : "uses port '" + usesName(request) + "' is already connected to '" +
                      providesName(*present.front()) + "'; disconnect it first");
    }
    return giveWay;
}

void ConnectionTable::checkProvider(const Connection& request, const PortView& provides) const {
    const auto most = static_cast<std::size_t>(provides.maxConnections);
    const Ends* const ends = endsOf(*request.provider);
    // Most ports take any number, and no one needs to count.
    if ((ends ? ends->provided.size() : 0) >= most &&
        providedBy(*request.provider, request.providesPort).size() >= most) {
        throw Error(CCAExceptionType::Nonstandard,
                    "provides port '" + providesName(request) +
                        "' serves as many users as it may (MAX_CONNECTIONS is " +
                        std::to_string(provides.maxConnections) + ")");
    }
}

// Listeners ran since the first check, and may have connected the port.
void ConnectionTable::checkUnchanged(const Connection& request) const {
    const auto newer = replacedBy(request);
    if (!newer.empty()) {
        throw Error(CCAExceptionType::Nonstandard,
                    "uses port '" + usesName(request) + "' was connected to '" +
                        providesName(*newer.front()) +
                        "' by default while it was being connected; connect it again");
    }
}

// The serial number is taken after the check, since listeners may have made connections of their
// own.
ConnectionPointer ConnectionTable::connect(Connection request) {
    disconnect(replacedBy(request));
    notify(request, EventType::ConnectPending);
    std::shared_ptr<gov::cca::Port> port;
    try {
        checkUnchanged(request);
        request.serial = nextSerial_++;
        port = prepared(request,
                        request.provider->hold(
                            request.provider->ports().require(request.providesPort, true).port));
    } catch (...) {
        notify(request, EventType::Disconnected);
        throw;
    }
    return add(std::move(request), std::move(port));
}

std::shared_ptr<gov::cca::Port> ConnectionTable::prepared(
    Connection& connection, std::shared_ptr<gov::cca::Port> direct) const {
    return prepare_ ? prepare_(connection, std::move(direct)) : std::move(direct);
}

ConnectionPointer ConnectionTable::connectService(Connection request,
                                                  std::shared_ptr<gov::cca::Port> port) {
    request.isService = true;
    request.serial = nextSerial_++;
    auto held = prepared(request, request.provider->hold(std::move(port)));
    return add(std::move(request), std::move(held));
}

ConnectionPointer ConnectionTable::add(Connection request, std::shared_ptr<gov::cca::Port> port) {
    auto connection = std::make_shared<Connection>(std::move(request));
    connection->user->ports().attach(connection->usesPort,
                                     {.connection = connection->serial, .port = std::move(port)});
    insert(connection);
    changed_(*connection, true);
    notify(*connection, EventType::Connected);
    return connection;
}

// lock: let go while uses are waited for; null: no waiting. After that some connections may be
// gone, so each is looked up again.
void ConnectionTable::drain(const std::vector<ConnectionPointer>& connections, Deadline deadline,
                            AssemblyLock* lock) {
    for (const ConnectionPointer& connection : connections) {
        refuseRetiring(*connection);
    }
    for (const ConnectionPointer& connection : connections) {
        notify(*connection, EventType::DisconnectPending);
    }
    ConnectionPointer held;
    std::vector<Link> taken;
    std::vector<std::shared_ptr<InstalledProxy>> proxies;
    std::vector<ConnectionPointer> concerned = connections;
    {
        const Draining draining(connections);
        held = draining.await(Deadline());
        if (held && lock) {
            lock->unlock();
            (void)draining.await(deadline);
            lock->lock();
            held = draining.await(Deadline());
        }
        std::erase_if(concerned, [&](const ConnectionPointer& c) { return !contains(c); });
        for (const ConnectionPointer& connection : concerned) {
            if (!held) {
                taken.push_back(
                    connection->user->ports().detach(connection->usesPort, connection->serial));
                proxies.push_back(std::move(connection->proxy));
                erase(connection);
                changed_(*connection, false);
            }
        }
    }
    // Who prepared for the end is notified if there is none.
    for (const ConnectionPointer& connection : concerned) {
        notify(*connection, held ? EventType::Connected : EventType::Disconnected);
    }
    if (held) {
        throw Error(CCAExceptionType::UsesPortNotReleased,
                    "uses port '" + usesName(*held) + "' is in use, so its connection to '" +
                        providesName(*held) +
                        "' stays; release the port, or give a longer timeout");
    }
}

void ConnectionTable::disconnect(const std::vector<ConnectionPointer>& connections,
                                 Deadline deadline, AssemblyLock& lock) {
    drain(connections, deadline, &lock);
}

void ConnectionTable::disconnect(const std::vector<ConnectionPointer>& connections) {
    drain(connections, Deadline(), nullptr);
}

// For rolling back and ending: the user keeps a port that it holds, and its release is matched as
// an orphan.
void ConnectionTable::disconnectByForce(const std::vector<ConnectionPointer>& connections) {
    for (const ConnectionPointer& connection : connections) {
        if (!contains(connection)) {
            continue;
        }
        notify(*connection, EventType::DisconnectPending);
        const Link link =
            connection->user->ports().detach(connection->usesPort, connection->serial);
        connection->proxy.reset();
        erase(connection);
        changed_(*connection, false);
        notify(*connection, EventType::Disconnected);
    }
}

// The message names where the port is connected instead, which is the usual mistake.
ConnectionPointer ConnectionTable::require(const Instance* user, const ConnectionInfo& info) const {
    std::string elsewhere;
    for (const ConnectionPointer& connection :
         user ? usedBy(*user, info.usesPort) : std::vector<ConnectionPointer>{}) {
        if (connection->isService) {
            continue;
        }
        if (connection->info() == info) {
            return connection;
        }
        elsewhere = "; it is connected to '" + providesName(*connection) + "'";
    }
    throw Error(CCAExceptionType::PortNotConnected,
                "uses port '" + info.user + '.' + info.usesPort + "' is not connected to '" +
                    info.provider + '.' + info.providesPort + "'" + elsewhere);
}

}  // namespace gantry::framework
