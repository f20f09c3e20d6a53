#include "guard/Guarding.hpp"

#include <gantry/Error.hpp>

#include <optional>
#include <utility>

#include "values/Value.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

/// Nothing if the property is not there.
std::optional<bool> readFlag(const Value& property, const std::string& port) {
    if (typeOf(property) == gov::cca::Type::NoType) {
        return std::nullopt;
    }
    // From any type of value: properties that come from scripts are texts.
    const std::string text = toText(property);
    try {
        return std::get<bool>(fromText(gov::cca::Type::Bool, text));
    } catch (const Error&) {
        throw Error(CCAExceptionType::BadProperties, "uses port '" + port + "': property " +
                                                         Guarding::kProperty + " is '" + text +
                                                         "'; give true or false");
    }
}

std::string nameOf(const Connection& connection) {
    return connection.user->name() + '.' + connection.usesPort;
}

}  // namespace

// From the library of the user, not of the provider: it was built with the type that it calls.
std::shared_ptr<InstalledProxy> Guarding::makeProxy(
    const Connection& connection, const std::shared_ptr<gov::cca::Port>& direct) const {
    const ProxyMaker maker = *connection.user->proxyMaker(connection.usesPort);
    return std::make_shared<InstalledProxy>(maker.make(*maker.library, direct, pins_), direct);
}

void Guarding::requireProxy(const Connection& connection) {
    if (!connection.user->proxyMaker(connection.usesPort)) {
        throw Error(CCAExceptionType::BadPortType,
                    "uses port '" + nameOf(connection) + "' cannot be guarded: component class '" +
                        connection.user->className() +
                        "' was built without a proxy for it; describe the port with gantry::uses "
                        "and build it again (docs/guide/swapping.md)");
    }
}

std::string Guarding::howToGuard(const Connection& connection) {
    return connection.user->proxyMaker(connection.usesPort)
               ? "connect it guarded (the word 'guarded' after connect, or the property "
                 "gantry.guarded of the port)"
               : "describe the port with gantry::uses in component class '" +
                     connection.user->className() +
                     "', so that it can be guarded (docs/guide/swapping.md)";
}

bool Guarding::isDeclared(const Connection& connection) const {
    const PortInfo* const described = connection.user->describedPort(connection.usesPort);
    const auto asked = readFlag(connection.user->ports().property(connection.usesPort, kProperty),
                                nameOf(connection));
    // The property of the port says the last word, before the description and before guardAll.
    if (asked) {
        return *asked;
    }
    return (described && described->guarded) ||
           (all_ && connection.user->proxyMaker(connection.usesPort));
}

std::shared_ptr<gov::cca::Port> Guarding::prepare(Connection& connection,
                                                  std::shared_ptr<gov::cca::Port> direct) const {
    if (connection.isService) {
        return direct;
    }
    connection.guarded = connection.guarded || isDeclared(connection);
    if (!connection.guarded) {
        return direct;
    }
    requireProxy(connection);
    connection.proxy = makeProxy(connection, direct);
    return connection.proxy->port();
}

// A proxy that still has to observe, or that a swap is using, stays; only the demand for it ends.
void Guarding::applyProperties(Connection& connection, gov::cca::TypeMap& properties) const {
    const auto asked = readFlag(valueOf(properties, kProperty), nameOf(connection));
    if (!asked || *asked == connection.guarded) {
        return;
    }
    PortTable& ports = connection.user->ports();
    if (*asked) {
        requireProxy(connection);
        if (!connection.proxy) {
            connection.proxy =
                makeProxy(connection, ports.linked(connection.usesPort, connection.serial));
            (void)ports.exchange(connection.usesPort, connection.serial, connection.proxy->port());
        }
    } else if (!connection.proxy->isObserving() && !connection.retiring) {
        (void)ports.exchange(connection.usesPort, connection.serial, connection.proxy->direct());
        connection.proxy.reset();
    }
    connection.guarded = *asked;
}

std::vector<GuardedConnection> Guarding::list() const {
    std::vector<GuardedConnection> list;
    for (const ConnectionPointer& connection : core_.connections().list()) {
        if (connection->guarded || connection->swaps > 0) {
            list.push_back({connection->info(), connection->guarded, connection->swaps});
        }
    }
    return list;
}

}  // namespace gantry::framework
