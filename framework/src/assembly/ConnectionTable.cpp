#include "assembly/ConnectionTable.hpp"

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

void tell(const Connection& connection, EventType type) {
    for (const auto& [instance, port] : {std::pair(connection.user, connection.usesPort),
                                         std::pair(connection.provider, connection.providesPort)}) {
        if (const auto properties = instance->ports().properties(port)) {
            instance->listeners().tell(type, properties);
        }
    }
}

}  // namespace

void ConnectionTable::makeRoom(const Connection& request, const PortView& uses) {
    if (uses.service && uses.numLinks > 0) {
        throw Error(CCAExceptionType::Nonstandard,
                    "uses port '" + usesName(request) + "' (" + uses.type +
                        ") is served by the framework; it needs no connection");
    }
    const auto present = select([&](const Connection& c) {
        return c.user == request.user && c.usesPort == request.usesPort;
    });
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
    disconnect(giveWay, Deadline());
}

void ConnectionTable::checkProvider(const Connection& request, const PortView& provides) const {
    const auto users = select([&](const Connection& c) {
        return c.provider == request.provider && c.providesPort == request.providesPort;
    });
    if (users.size() >= static_cast<std::size_t>(provides.maxConnections)) {
        throw Error(CCAExceptionType::Nonstandard,
                    "provides port '" + providesName(request) +
                        "' serves as many users as it may (MAX_CONNECTIONS is " +
                        std::to_string(provides.maxConnections) + ")");
    }
}

ConnectionPointer ConnectionTable::connect(Connection request) {
    const PortView uses = request.user->ports().require(request.usesPort, false);
    const PortView provides = request.provider->ports().require(request.providesPort, true);
    if (uses.type != provides.type) {
        throw Error(CCAExceptionType::BadPortType,
                    "uses port '" + usesName(request) + "' has type " + uses.type +
                        ", but provides port '" + providesName(request) + "' has type " +
                        provides.type + "; connect ports of one type");
    }
    checkProvider(request, provides);
    makeRoom(request, uses);
    tell(request, EventType::ConnectPending);
    return add(std::move(request), provides.port);
}

ConnectionPointer ConnectionTable::connectService(Connection request,
                                                  std::shared_ptr<gov::cca::Port> port) {
    request.isService = true;
    return add(std::move(request), std::move(port));
}

ConnectionPointer ConnectionTable::add(Connection request, std::shared_ptr<gov::cca::Port> port) {
    request.serial = nextSerial_++;
    auto connection = std::make_shared<Connection>(std::move(request));
    connections_.push_back(connection);
    connection->user->ports().attach(
        connection->usesPort, {connection->serial, connection->provider->hold(std::move(port))});
    tell(*connection, EventType::Connected);
    return connection;
}

void ConnectionTable::disconnect(const std::vector<ConnectionPointer>& connections,
                                 Deadline deadline) {
    std::vector<Link> taken;
    for (const ConnectionPointer& connection : connections) {
        tell(*connection, EventType::DisconnectPending);
        auto link =
            connection->user->ports().detach(connection->usesPort, connection->serial, deadline);
        if (link) {
            taken.push_back(std::move(*link));
            continue;
        }
        for (std::size_t i = 0; i < taken.size(); ++i) {
            connections[i]->user->ports().attach(connections[i]->usesPort, std::move(taken[i]));
        }
        // Who prepared for the end is told that there is none.
        for (std::size_t i = 0; i <= taken.size(); ++i) {
            tell(*connections[i], EventType::Connected);
        }
        throw Error(CCAExceptionType::UsesPortNotReleased,
                    "uses port '" + usesName(*connection) +
                        "' is in use, so that its connection to '" + providesName(*connection) +
                        "' stays; release the port, or give a longer timeout");
    }
    for (const ConnectionPointer& connection : connections) {
        std::erase(connections_, connection);
        tell(*connection, EventType::Disconnected);
    }
}

void ConnectionTable::disconnectByForce(const std::vector<ConnectionPointer>& connections) {
    for (const ConnectionPointer& connection : connections) {
        tell(*connection, EventType::DisconnectPending);
        const auto link = connection->user->ports().detach(connection->usesPort, connection->serial,
                                                           Deadline(), true);
        std::erase(connections_, connection);
        tell(*connection, EventType::Disconnected);
    }
}

ConnectionPointer ConnectionTable::require(const ConnectionInfo& info) const {
    std::string elsewhere;
    for (const ConnectionPointer& connection : connections_) {
        if (connection->isService) {
            continue;
        }
        if (connection->info() == info) {
            return connection;
        }
        if (connection->user->name() == info.user && connection->usesPort == info.usesPort) {
            elsewhere = "; it is connected to '" + providesName(*connection) + "'";
        }
    }
    throw Error(CCAExceptionType::PortNotConnected,
                "uses port '" + info.user + '.' + info.usesPort + "' is not connected to '" +
                    info.provider + '.' + info.providesPort + "'" + elsewhere);
}

std::vector<ConnectionPointer> ConnectionTable::select(
    const std::function<bool(const Connection&)>& condition) const {
    std::vector<ConnectionPointer> selected;
    std::copy_if(connections_.begin(), connections_.end(), std::back_inserter(selected),
                 [&](const ConnectionPointer& connection) { return condition(*connection); });
    return selected;
}

std::vector<ConnectionPointer> ConnectionTable::of(const Instance& instance) const {
    return select([&](const Connection& c) {
        return c.user.get() == &instance || c.provider.get() == &instance;
    });
}

std::vector<ConnectionPointer> ConnectionTable::list() const {
    return select([](const Connection& c) { return !c.isService; });
}

}  // namespace gantry::framework
