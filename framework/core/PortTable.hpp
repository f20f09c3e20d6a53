#pragma once

#include <gov/cca/Port.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/portTypes.hpp"
#include "values/TypeMap.hpp"
#include "values/Value.hpp"

namespace gantry::framework {

using Deadline = std::chrono::steady_clock::time_point;

/// The instant that many seconds from now; now for negative numbers and NaN.
Deadline deadlineAfter(double seconds);

/// What a uses port hands out: the provider's port, and the serial number of the connection it came
/// by.
struct Link {
    std::uint64_t connection = 0;
    std::shared_ptr<gov::cca::Port> port{};
    /// How often it was handed out and not released.
    int uses = 0;
    /// How many disconnects wait for its uses to end.
    int draining = 0;
    /// Whether uses are left of another port that it handed out before.
    bool mixed = false;
};

/// A port as it is in a table at one instant.
struct PortView {
    std::string name;
    std::string type;
    bool provided = false;
    /// Of the framework's own: a uses port that it serves, or a port that it provides for the
    /// instance.
    bool service = false;
    int numLinks = 0;
    int maxConnections = 0;
    int minConnections = 0;
    /// The provided port; null for uses ports.
    std::shared_ptr<gov::cca::Port> port;
    /// The SIDL types that the type of a provided port extends; see supertypesOf.
    std::vector<std::string> supertypes{};

    /// Whether a user that asks for portType can work with this port.
    [[nodiscard]] bool isA(const std::string& portType) const {
        return isSubtype(type, supertypes, portType);
    }
};

/// What a component declares of one port.
struct PortDeclaration {
    std::string name;
    std::string type;
    /// Copied; may be null.
    std::shared_ptr<gov::cca::TypeMap> properties;
    bool service = false;
};

/// The ports of one instance. Any thread may use it at any time; get and release take one lock of
/// this table and nothing else. All errors are gantry::Error and name the instance and the port.
class PortTable final {
public:
    explicit PortTable(std::string owner) : owner_(std::move(owner)) {}

    void addUses(const PortDeclaration& declaration);
    void addProvides(const PortDeclaration& declaration, std::shared_ptr<gov::cca::Port> port);
    /// Throws UsesPortNotReleased while it is in use, PortNotDefined if it is not a uses port.
    void removeUses(const std::string& name);
    void removeProvides(const std::string& name);

    /// The first linked port, and one use more. Without a link, or while a disconnect waits for the
    /// first one: null if nullable, else PortNotConnected.
    std::shared_ptr<gov::cca::Port> get(const std::string& name, bool nullable);
    /// Ends one use, first of links that were taken out while in use.
    void release(const std::string& name);

    /// Throws if there is no such uses port, or the instance ended.
    void attach(const std::string& name, Link link);
    /// Takes the link out, in use or not; the caller drops it when no lock is held.
    Link detach(const std::string& name, std::uint64_t connection);
    /// What the link hands out; null if it is gone.
    [[nodiscard]] std::shared_ptr<gov::cca::Port> linked(const std::string& name,
                                                         std::uint64_t connection);
    /// Lets the link hand out another port from now on; returns the one before, to be dropped when
    /// no lock is held. Ports that were handed out before count as its uses. Where the link is gone
    /// port is returned.
    [[nodiscard]] std::shared_ptr<gov::cca::Port> exchange(const std::string& name,
                                                           std::uint64_t connection,
                                                           std::shared_ptr<gov::cca::Port> port);
    /// As exchange, where the link is not in use and no disconnect waits for it, else nothing: true
    /// where port was put in, and is the one before now.
    bool exchangeUnused(const std::string& name, std::uint64_t connection,
                        std::shared_ptr<gov::cca::Port>& port);
    /// Whether every use of the link is one of the port that it hands out now.
    [[nodiscard]] bool isUniform(const std::string& name, std::uint64_t connection);
    /// Until endDrain, as often as it was called, no new use of the link begins.
    void beginDrain(const std::string& name, std::uint64_t connection);
    void endDrain(const std::string& name, std::uint64_t connection);
    /// True when the link is not in use, or gone; false if it is in use at the deadline.
    bool awaitRelease(const std::string& name, std::uint64_t connection, Deadline deadline);

    /// Throws PortNotDefined with a suggestion among the ports on the wanted side.
    PortView require(const std::string& name, bool provided) const;
    [[nodiscard]] std::optional<PortView> find(const std::string& name) const;
    /// In the order of registration.
    [[nodiscard]] std::vector<PortView> list() const;
    /// A copy with cca.portName and cca.portType added; null for an unknown name.
    [[nodiscard]] std::shared_ptr<TypeMap> properties(const std::string& name) const;
    /// One property; NoType for an unknown name or key.
    [[nodiscard]] Value property(const std::string& name, const std::string& key) const;
    /// As properties, but throws PortNotDefined.
    [[nodiscard]] std::shared_ptr<TypeMap> requireProperties(const std::string& name) const;
    /// Throws with a suggestion if there is no port of that name.
    void requirePort(const std::string& name) const;
    /// Throws BadProperties, and changes nothing, if MIN_CONNECTIONS or the number of
    /// connections that the port has is above MAX_CONNECTIONS.
    void setProperties(const std::string& name,
                       const std::shared_ptr<gov::cca::TypeMap>& properties, int connections);

    /// Drops every link and provided port: the instance ends. What get finds from now on is not
    /// connected; uses that began before may still be released.
    void close();

private:
    struct Record {
        PortView view;
        std::shared_ptr<TypeMap> properties;
        std::vector<Link> links;
        /// Uses of links that were taken out meanwhile.
        int orphans = 0;
    };

    [[nodiscard]] std::string full(const std::string& name) const { return owner_ + '.' + name; }
    Record& add(const PortDeclaration& declaration, bool provided);
    Record& uses(const std::string& name);
    PortView viewOf(const Record& record) const;
    [[noreturn]] void refuseUnknown(const std::string& name, bool provided) const;
    /// For names that may be of either side.
    [[noreturn]] void refuseUnknown(const std::string& name) const;
    void erase(const std::string& name);
    /// Null if it is gone.
    Link* link(const std::string& name, std::uint64_t connection);
    [[noreturn]] void refuseUse(const std::string& name, const Record& record) const;

    const std::string owner_;
    mutable std::mutex mutex_;
    std::condition_variable released_;
    std::unordered_map<std::string, std::unique_ptr<Record>> records_;
    std::vector<const Record*> order_;
    bool closed_ = false;
};

}  // namespace gantry::framework
