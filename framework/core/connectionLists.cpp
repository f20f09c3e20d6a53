// Which connections there are: the lists of the table, by number, by user and by provider.

#include <algorithm>
#include <utility>

#include "core/ConnectionTable.hpp"

namespace gantry::framework {

void ConnectionTable::insert(const ConnectionPointer& connection) {
    const std::uint64_t serial = connection->serial;
    connections_.emplace(serial, connection);
    Ends& user = ends_[connection->user.get()];
    user.used.emplace(serial, connection);
    // By port as well: getPort and disconnect ask for one port of a user that may have thousands of
    // connections.
    user.usedByPort[connection->usesPort].emplace(serial, connection);
    ends_[connection->provider.get()].provided.emplace(serial, connection);
}

void ConnectionTable::erase(const ConnectionPointer& connection) {
    const std::uint64_t serial = connection->serial;
    // A second call does nothing: two ways of ending a connection may meet.
    if (connections_.erase(serial) == 0) {
        return;
    }
    Ends& user = ends_[connection->user.get()];
    user.used.erase(serial);
    const auto port = user.usedByPort.find(connection->usesPort);
    port->second.erase(serial);
    if (port->second.empty()) {
        user.usedByPort.erase(port);
    }
    ends_[connection->provider.get()].provided.erase(serial);
    forgetIfBare(*connection->user);
    forgetIfBare(*connection->provider);
}

void ConnectionTable::forgetIfBare(const Instance& instance) {
    const auto ends = ends_.find(&instance);
    if (ends != ends_.end() && ends->second.used.empty() && ends->second.provided.empty()) {
        ends_.erase(ends);
    }
}

void ConnectionTable::move(const ConnectionPointer& connection, std::shared_ptr<Instance> provider,
                           std::string providesPort) {
    // One that was broken meanwhile is in no list.
    const bool isListed = contains(connection);
    if (isListed) {
        erase(connection);
    }
    // Between erase and insert, as the lists are found by these fields.
    connection->provider = std::move(provider);
    connection->providesPort = std::move(providesPort);
    if (isListed) {
        insert(connection);
    }
}

const ConnectionTable::Ends* ConnectionTable::endsOf(const Instance& instance) const {
    const auto found = ends_.find(&instance);
    return found == ends_.end() ? nullptr : &found->second;
}

std::vector<ConnectionPointer> ConnectionTable::listed(const BySerial& connections) {
    std::vector<ConnectionPointer> list;
    list.reserve(connections.size());
    for (const auto& [serial, connection] : connections) {
        list.push_back(connection);
    }
    return list;
}

std::vector<ConnectionPointer> ConnectionTable::usedBy(const Instance& user) const {
    const Ends* const ends = endsOf(user);
    return ends ? listed(ends->used) : std::vector<ConnectionPointer>{};
}

std::vector<ConnectionPointer> ConnectionTable::usedBy(const Instance& user,
                                                       const std::string& usesPort) const {
    const Ends* const ends = endsOf(user);
    if (!ends) {
        return {};
    }
    const auto found = ends->usedByPort.find(usesPort);
    return found == ends->usedByPort.end() ? std::vector<ConnectionPointer>{}
                                           : listed(found->second);
}

std::vector<ConnectionPointer> ConnectionTable::providedBy(const Instance& provider) const {
    const Ends* const ends = endsOf(provider);
    return ends ? listed(ends->provided) : std::vector<ConnectionPointer>{};
}

std::vector<ConnectionPointer> ConnectionTable::providedBy(const Instance& provider,
                                                           const std::string& providesPort) const {
    auto list = providedBy(provider);
    std::erase_if(list,
                  [&](const ConnectionPointer& c) { return c->providesPort != providesPort; });
    return list;
}

bool ConnectionTable::isProvided(const Instance& provider, const std::string& providesPort) const {
    const Ends* const ends = endsOf(provider);
    return ends &&
           std::any_of(ends->provided.begin(), ends->provided.end(), [&](const auto& entry) {
               return entry.second->providesPort == providesPort;
           });
}

std::vector<ConnectionPointer> ConnectionTable::of(const Instance& instance) const {
    const Ends* const ends = endsOf(instance);
    if (!ends) {
        return {};
    }
    // A map: a component that is connected to itself has the connection in both lists.
    BySerial all = ends->used;
    all.insert(ends->provided.begin(), ends->provided.end());
    return listed(all);
}

std::vector<ConnectionPointer> ConnectionTable::since(std::uint64_t serial) const {
    return listed({connections_.lower_bound(serial), connections_.end()});
}

std::vector<ConnectionPointer> ConnectionTable::list() const {
    auto list = listed(connections_);
    std::erase_if(list, [](const ConnectionPointer& c) { return c->isService; });
    return list;
}

}  // namespace gantry::framework
