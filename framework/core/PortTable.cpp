// The table has a lock of its own, so that getPort and releasePort never wait for a command on the
// assembly. Commands hold the lock of the assembly first and this one second; no code of a
// component runs under this one. Ports that leave the table are moved out of it before the lock is
// released, and destroyed after that, because the end of a port may run a destructor of its
// component.
//
// A link counts its uses: getPort increments, releasePort decrements. A command that disconnects
// first lets the link drain (no new use begins), then waits until the count is 0. Uses of a link
// broken by force are kept as orphans of the port, so that a late releasePort still matches.

#include "core/PortTable.hpp"

#include <base/text/NameSuggestion.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

#include "core/portLimits.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

}  // namespace

Deadline deadlineAfter(double seconds) {
    // Bounded (three years), as the clock cannot add any number of seconds.
    constexpr double kLongest = 1e8;
    const double wait = seconds > 0 ? std::min(seconds, kLongest) : 0;
    return std::chrono::steady_clock::now() +
           std::chrono::duration_cast<std::chrono::steady_clock::duration>(
               std::chrono::duration<double>(wait));
}

PortTable::Record& PortTable::add(const PortDeclaration& declaration, bool provided) {
    const auto& [name, type, properties, service] = declaration;
    if (name.empty() ||
        std::any_of(name.begin(), name.end(), [](char c) { return c >= 0 && c <= ' '; })) {
        throw Error(CCAExceptionType::BadPortName, "instance '" + owner_ + "': port name '" + name +
                                                       "' is empty or has blanks in it");
    }
    if (type.empty()) {
        throw Error(CCAExceptionType::BadPortType,
                    "port '" + full(name) + "' has no type; name its SIDL type");
    }
    if (closed_) {
        throw Error(CCAExceptionType::Nonstandard,
                    "instance '" + owner_ + "' was destroyed; it takes no more ports");
    }
    if (records_.contains(name)) {
        throw Error(CCAExceptionType::PortAlreadyDefined,
                    "port '" + full(name) +
                        "' exists already; port names are unique over the provided and used ports "
                        "of an instance");
    }
    auto record = std::make_unique<Record>();
    record->properties = copyOf(properties);
    record->view = {name, type, provided, service, 0, 0, 0, nullptr, {}};
    record->view.maxConnections =
        readLimit(*record->properties, "MAX_CONNECTIONS", provided ? kUnlimited : 1, full(name));
    record->view.minConnections = readLimit(*record->properties, "MIN_CONNECTIONS", 0, full(name));
    checkLimits(record->view.minConnections, record->view.maxConnections, full(name));
    Record& added = *record;
    order_.push_back(record.get());
    records_.emplace(name, std::move(record));
    return added;
}

void PortTable::addUses(const PortDeclaration& declaration) {
    const std::lock_guard lock(mutex_);
    add(declaration, false);
}

void PortTable::addProvides(const PortDeclaration& declaration,
                            std::shared_ptr<gov::cca::Port> port) {
    const std::lock_guard lock(mutex_);
    PortView& view = add(declaration, true).view;
    view.supertypes = port ? supertypesOf(*port, view.type) : std::vector<std::string>{};
    view.port = std::move(port);
}

void PortTable::erase(const std::string& name) {
    const auto found = records_.find(name);
    order_.erase(std::find(order_.begin(), order_.end(), found->second.get()));
    records_.erase(found);
}

void PortTable::removeUses(const std::string& name) {
    // Before the lock, so that the links are destroyed after it is released.
    std::vector<Link> links;
    const std::lock_guard lock(mutex_);
    Record& record = uses(name);
    if (record.orphans > 0 || std::any_of(record.links.begin(), record.links.end(),
                                          [](const Link& l) { return l.uses > 0; })) {
        throw Error(CCAExceptionType::UsesPortNotReleased,
                    "uses port '" + full(name) + "' is in use; release it before it is withdrawn");
    }
    links = std::move(record.links);
    erase(name);
}

void PortTable::removeProvides(const std::string& name) {
    std::shared_ptr<gov::cca::Port> port;
    const std::lock_guard lock(mutex_);
    const auto found = records_.find(name);
    if (found == records_.end() || !found->second->view.provided) {
        refuseUnknown(name, true);
    }
    port = std::move(found->second->view.port);
    erase(name);
}

PortTable::Record& PortTable::uses(const std::string& name) {
    const auto found = records_.find(name);
    if (found == records_.end() || found->second->view.provided) {
        refuseUnknown(name, false);
    }
    return *found->second;
}

void PortTable::refuseUse(const std::string& name, const Record& record) const {
    const std::string port = "uses port '" + full(name) + "' (" + record.view.type + ") ";
    throw Error(
        CCAExceptionType::PortNotConnected,
        record.links.empty()
            ? port + "is not connected; connect it to a provider of that type first"
            : port + "is being disconnected and cannot be fetched again; release all uses of it");
}

std::shared_ptr<gov::cca::Port> PortTable::get(const std::string& name, bool nullable) {
    const std::lock_guard lock(mutex_);
    Record& record = uses(name);
    // With several connections the oldest one serves.
    if (record.links.empty() || record.links.front().draining > 0) {
        if (nullable) {
            return nullptr;
        }
        refuseUse(name, record);
    }
    Link& first = record.links.front();
    ++first.uses;
    return first.port;
}

void PortTable::release(const std::string& name) {
    const std::lock_guard lock(mutex_);
    Record& record = uses(name);
    if (record.orphans > 0) {
        --record.orphans;
        return;
    }
    // Uses are counted, not identified: a release ends one of the first link that has any.
    const auto used = std::find_if(record.links.begin(), record.links.end(),
                                   [](const Link& l) { return l.uses > 0; });
    if (used == record.links.end()) {
        throw Error(CCAExceptionType::PortNotInUse,
                    "uses port '" + full(name) + "' is released more often than it was fetched");
    }
    if (--used->uses == 0) {
        used->mixed = false;
        // Those who wait look for the link again, and find that it is gone.
        released_.notify_all();
    }
}

void PortTable::attach(const std::string& name, Link link) {
    const std::lock_guard lock(mutex_);
    Record& record = uses(name);
    if (closed_) {
        throw Error(CCAExceptionType::PortNotConnected,
                    "instance '" + owner_ + "' was destroyed; it takes no more connections");
    }
    record.links.push_back(std::move(link));
}

Link* PortTable::link(const std::string& name, std::uint64_t connection) {
    const auto found = records_.find(name);
    if (found == records_.end()) {
        return nullptr;
    }
    std::vector<Link>& links = found->second->links;
    const auto link = std::find_if(links.begin(), links.end(),
                                   [&](const Link& l) { return l.connection == connection; });
    return link == links.end() ? nullptr : &*link;
}

Link PortTable::detach(const std::string& name, std::uint64_t connection) {
    const std::lock_guard lock(mutex_);
    Link* const found = link(name, connection);
    if (!found) {
        return {};
    }
    Record& record = *records_.find(name)->second;
    Link taken = std::move(*found);
    record.links.erase(record.links.begin() + (found - record.links.data()));
    record.orphans += taken.uses;
    released_.notify_all();
    return taken;
}

std::shared_ptr<gov::cca::Port> PortTable::linked(const std::string& name,
                                                  std::uint64_t connection) {
    const std::lock_guard lock(mutex_);
    const Link* const found = link(name, connection);
    return found ? found->port : nullptr;
}

std::shared_ptr<gov::cca::Port> PortTable::exchange(const std::string& name,
                                                    std::uint64_t connection,
                                                    std::shared_ptr<gov::cca::Port> port) {
    const std::lock_guard lock(mutex_);
    if (Link* const found = link(name, connection)) {
        found->port.swap(port);
        // Uses from before the exchange hold the former port, until they are released.
        found->mixed = found->uses > 0;
    }
    return port;
}

bool PortTable::exchangeUnused(const std::string& name, std::uint64_t connection,
                               std::shared_ptr<gov::cca::Port>& port) {
    const std::lock_guard lock(mutex_);
    Link* const found = link(name, connection);
    if (!found || found->uses > 0 || found->draining > 0) {
        return false;
    }
    found->port.swap(port);
    return true;
}

bool PortTable::isUniform(const std::string& name, std::uint64_t connection) {
    const std::lock_guard lock(mutex_);
    const Link* const found = link(name, connection);
    return found && !found->mixed;
}

void PortTable::beginDrain(const std::string& name, std::uint64_t connection) {
    const std::lock_guard lock(mutex_);
    if (Link* const found = link(name, connection)) {
        ++found->draining;
    }
}

void PortTable::endDrain(const std::string& name, std::uint64_t connection) {
    const std::lock_guard lock(mutex_);
    if (Link* const found = link(name, connection)) {
        --found->draining;
    }
}

bool PortTable::awaitRelease(const std::string& name, std::uint64_t connection, Deadline deadline) {
    std::unique_lock lock(mutex_);
    const auto isReleased = [&] {
        const Link* const found = link(name, connection);
        return !found || found->uses == 0;
    };
    // A deadline that has passed would cost a system call all the same.
    return deadline == Deadline() ? isReleased() : released_.wait_until(lock, deadline, isReleased);
}

void PortTable::refuseUnknown(const std::string& name, bool provided) const {
    const char* const side = provided ? "provides" : "uses";
    if (const auto found = records_.find(name); found != records_.end()) {
        throw Error(CCAExceptionType::PortNotDefined,
                    "port '" + full(name) + "' is a " + (provided ? "uses" : "provides") +
                        " port; a " + side + " port is needed here");
    }
    std::vector<std::string> names;
    for (const Record* record : order_) {
        if (record->view.provided == provided && !record->view.service) {
            names.push_back(record->view.name);
        }
    }
    throw Error(CCAExceptionType::PortNotDefined, "instance '" + owner_ + "' has no " + side +
                                                      " port '" + name + "'" +
                                                      base::suggest(name, names));
}

void PortTable::refuseUnknown(const std::string& name) const {
    std::vector<std::string> names;
    for (const Record* record : order_) {
        if (!record->view.service) {
            names.push_back(record->view.name);
        }
    }
    throw Error(CCAExceptionType::PortNotDefined, "instance '" + owner_ + "' has no port '" + name +
                                                      "'" + base::suggest(name, names));
}

PortView PortTable::viewOf(const Record& record) const {
    PortView view = record.view;
    view.numLinks = static_cast<int>(record.links.size());
    return view;
}

PortView PortTable::require(const std::string& name, bool provided) const {
    const std::lock_guard lock(mutex_);
    const auto found = records_.find(name);
    if (found == records_.end() || found->second->view.provided != provided) {
        refuseUnknown(name, provided);
    }
    return viewOf(*found->second);
}

std::optional<PortView> PortTable::find(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = records_.find(name);
    return found == records_.end() ? std::nullopt : std::optional(viewOf(*found->second));
}

std::vector<PortView> PortTable::list() const {
    const std::lock_guard lock(mutex_);
    std::vector<PortView> views;
    views.reserve(order_.size());
    for (const Record* record : order_) {
        views.push_back(viewOf(*record));
    }
    return views;
}

std::shared_ptr<TypeMap> PortTable::properties(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    const auto found = records_.find(name);
    if (found == records_.end()) {
        return nullptr;
    }
    auto copy = found->second->properties->copy();
    copy->set("cca.portName", found->second->view.name);
    copy->set("cca.portType", found->second->view.type);
    return copy;
}

Value PortTable::property(const std::string& name, const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = records_.find(name);
    return found == records_.end() ? Value() : found->second->properties->value(key);
}

std::shared_ptr<TypeMap> PortTable::requireProperties(const std::string& name) const {
    auto copy = properties(name);
    if (!copy) {
        const std::lock_guard lock(mutex_);
        refuseUnknown(name);
    }
    return copy;
}

void PortTable::requirePort(const std::string& name) const {
    const std::lock_guard lock(mutex_);
    if (!records_.contains(name)) {
        refuseUnknown(name);
    }
}

void PortTable::setProperties(const std::string& name,
                              const std::shared_ptr<gov::cca::TypeMap>& properties,
                              int connections) {
    auto copy = copyOf(properties);
    const std::lock_guard lock(mutex_);
    const auto found = records_.find(name);
    if (found == records_.end()) {
        refuseUnknown(name);
    }
    Record& record = *found->second;
    const int most =
        readLimit(*copy, "MAX_CONNECTIONS", record.view.provided ? kUnlimited : 1, full(name));
    const int fewest = readLimit(*copy, "MIN_CONNECTIONS", 0, full(name));
    checkLimits(fewest, most, full(name));
    if (most < connections) {
        throw Error(CCAExceptionType::BadProperties,
                    "port '" + full(name) + "': MAX_CONNECTIONS cannot become " +
                        std::to_string(most) + " while it has " + std::to_string(connections) +
                        " connection" + (connections == 1 ? "" : "s") + "; disconnect first");
    }
    record.view.minConnections = fewest;
    record.view.maxConnections = most;
    record.properties = std::move(copy);
}

void PortTable::close() {
    std::vector<Link> links;
    std::vector<std::shared_ptr<gov::cca::Port>> ports;
    const std::lock_guard lock(mutex_);
    closed_ = true;
    for (auto& [name, record] : records_) {
        for (Link& link : record->links) {
            record->orphans += link.uses;
            links.push_back(std::move(link));
        }
        record->links.clear();
        ports.push_back(std::move(record->view.port));
        record->view.port = nullptr;
    }
    released_.notify_all();
}

}  // namespace gantry::framework
