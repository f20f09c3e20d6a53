#include "assembly/Assembly.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

#include "core/Failure.hpp"
#include "services/ServicesOf.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

/// Whether everything the description promises to provide is there.
void checkDelivery(const Instance& instance) {
    for (const PortInfo& port : instance.description()->ports) {
        if (port.provided && !instance.ports().find(port.name)) {
            throw Error(CCAExceptionType::BadPortInfo,
                        "component class '" + instance.className() + "' describes provides port '" +
                            port.name + "' (" + port.type + ") but did not add it in setServices");
        }
    }
}

void checkName(const std::string& name) {
    const bool readable = std::all_of(name.begin(), name.end(),
                                      [](char c) { return c < 0 || (c > ' ' && c != 127); });
    if (!readable) {
        throw Error(
            CCAExceptionType::Nonstandard,
            "instance name '" + name + "' has blanks or control characters in it; leave them out");
    }
}

}  // namespace

Assembly::Assembly(std::vector<std::filesystem::path> componentPath)
    : classes_(std::move(componentPath)) {
    connections_.setPrepare([this](Connection& connection, std::shared_ptr<gov::cca::Port> direct) {
        auto port = guarding_.prepare(connection, direct);
        return connection.isService ? port : monitoring_.prepare(connection, std::move(port));
    });
    connections_.setChanges(changes_, [this](const Connection& connection, bool made) {
        noteConnection(connection, made);
    });
}

std::shared_ptr<Assembly> Assembly::make(std::vector<std::filesystem::path> componentPath) {
    std::shared_ptr<Assembly> assembly(new Assembly(std::move(componentPath)));
    addFrameworkServices(assembly);
    return assembly;
}

std::shared_ptr<Instance> Assembly::instance(const std::string& name) const {
    const Lock guard = lock();
    return instances_.require(name);
}

std::string Assembly::chooseName(const Request& request) {
    if (!request.instanceName.empty()) {
        checkName(request.instanceName);
        if (instances_.find(request.instanceName)) {
            throw Error(CCAExceptionType::Nonstandard,
                        "instance '" + request.instanceName +
                            "' exists already; choose another name or remove it first");
        }
        return request.instanceName;
    }
    const std::size_t dot = request.className.rfind('.');
    return instances_.freeName(request.className.substr(dot == std::string::npos ? 0 : dot + 1));
}

std::shared_ptr<Instance> Assembly::add(const Request& request,
                                        std::shared_ptr<const ClassInfo> description) {
    auto added = std::make_shared<Instance>(
        Instance::Identity{request.instanceName, request.className, nextSerial_++},
        std::move(description));
    added->setProperties(copyOf(request.properties));
    instances_.add(added);
    return added;
}

std::shared_ptr<Instance> Assembly::start(const Request& request) {
    const LoadedClass loaded = classes_.load(request.className);
    const std::string name = chooseName(request);
    const Changes::Implied implied(changes_);
    const auto component = loaded.plugin.create();
    auto instance = add({request.className, name, request.properties}, loaded.info);
    instance->setComponent(component, loaded.plugin);
    Failure failure;
    try {
        component->setServices(servicesOf(weak_from_this(), instance));
        checkDelivery(*instance);
        return instance;
    } catch (...) {
        failure = currentFailure();
    }
    throw Error(failure.reason, "instance '" + instance->name() + "' of class '" +
                                    request.className + "' can not be created: " + failure.text);
}

std::shared_ptr<Instance> Assembly::create(const Request& request) {
    Components ended;
    Failure failure;
    {
        Lock guard = lock();
        Changes::Draft draft(changes_);
        const AssemblyMark before = mark();
        try {
            auto created = start(request);
            noteCreated(*created);
            if (request.connectDefaults) {
                connectDefaults(created);
            }
            return created;
        } catch (...) {
            failure = currentFailure();
        }
        draft.drop();
        const Changes::Muted muted(changes_);
        undo(guard, before, ended);
    }
    ended.clear();
    throw Error(failure.reason, failure.text);
}

AssemblyMark Assembly::mark() const {
    const Lock guard = lock();
    return {nextSerial_, connections_.nextSerial(), classes_.palette().size()};
}

void Assembly::rollBack(const AssemblyMark& mark) {
    Components ended;
    Lock guard = lock();
    undo(guard, mark, ended);
}

void Assembly::undo(Lock& guard, const AssemblyMark& mark, Components& ended) {
    // All that is to go is chosen before the lock is free for others to build.
    const auto doomed = instances_.since(mark.instanceSerial);
    const auto made = connections_.since(mark.connectionSerial);
    classes_.rollBack(mark.paletteSize);
    for (const auto& instance : doomed) {
        instances_.remove(*instance);
        instance->setEnding(true);
    }
    for (auto instance = doomed.rbegin(); instance != doomed.rend(); ++instance) {
        endByForce(guard, *instance, ended);
    }
    connections_.disconnectByForce(made);
    services_.end(made);
}

std::shared_ptr<Instance> Assembly::adopt(const Request& request) {
    const Lock guard = lock();
    auto adopted = add({request.className, chooseName(request), request.properties}, nullptr);
    noteCreated(*adopted);
    return adopted;
}

std::shared_ptr<gov::cca::Component> Assembly::remove(const std::shared_ptr<Instance>& instance) {
    instances_.remove(*instance);
    std::erase_if(defaults_,
                  [&](const DefaultProvider& provider) { return provider.instance == instance; });
    services_.forget(*instance);
    return instance->close();
}

std::string Assembly::notifyRelease(Lock& guard, const std::shared_ptr<Instance>& instance) {
    const auto services = servicesOf(weak_from_this(), instance);
    auto releases = instance->takeReleases();
    if (releases.empty()) {
        return {};
    }
    std::string error;
    const Changes::Implied implied(changes_);
    guard.unlock();
    for (const auto& release : releases) {
        try {
            release->releaseServices(services);
        } catch (...) {
            error = error.empty() ? currentFailure().text : error;
        }
    }
    releases.clear();
    guard.lock();
    return error.empty() ? error
                         : "instance '" + instance->name() +
                               "' is destroyed, but its releaseServices failed: " + error;
}

std::string Assembly::endByForce(Lock& guard, const std::shared_ptr<Instance>& instance,
                                 Components& ended) {
    connections_.disconnectByForce(connections_.providedBy(*instance));
    std::string error = notifyRelease(guard, instance);
    const auto left = connections_.of(*instance);
    connections_.disconnectByForce(left);
    services_.end(left);
    ended.push_back(remove(instance));
    return error;
}

void Assembly::unlist(Lock& guard, const std::shared_ptr<Instance>& instance, Deadline deadline) {
    if (!instances_.contains(*instance) || instance->ending()) {
        throw Error(CCAExceptionType::Nonstandard,
                    "instance '" + instance->name() + "' was destroyed already");
    }
    rewiring_.checkLeft(instance);
    // Ports which the component holds itself are its own to release, where it wants to be told to.
    const bool wantsRelease = instance->hasReleases();
    const auto before =
        wantsRelease ? connections_.providedBy(*instance) : connections_.of(*instance);
    instance->setEnding(true);
    try {
        connections_.disconnect(before, deadline, guard);
    } catch (...) {
        instance->setEnding(false);
        throw;
    }
    services_.end(before);
    if (!instances_.contains(*instance)) {
        throw Error(CCAExceptionType::Nonstandard,
                    "instance '" + instance->name() + "' was destroyed by another command");
    }
    instances_.remove(*instance);
}

void Assembly::awaitOwnUses(Lock& guard, const std::shared_ptr<Instance>& instance,
                            Deadline deadline) {
    const auto own = connections_.usedBy(*instance);
    guard.unlock();
    for (const ConnectionPointer& connection : own) {
        instance->ports().awaitRelease(connection->usesPort, connection->serial, deadline);
    }
    guard.lock();
}

void Assembly::destroy(const std::shared_ptr<Instance>& instance, double timeout) {
    Components ended;
    Rewiring::Discard discard;
    std::string error;
    {
        Lock guard = lock();
        rewiring_.reclaim(discard);
        const Deadline deadline = deadlineAfter(timeout);
        unlist(guard, instance, deadline);
        error = notifyRelease(guard, instance);
        awaitOwnUses(guard, instance, deadline);
        const auto left = connections_.of(*instance);
        connections_.disconnectByForce(left);
        services_.end(left);
        ended.push_back(remove(instance));
        noteDestroyed(*instance);
    }
    // Without the lock: the destructor may wait for threads that give commands.
    ended.clear();
    if (!error.empty()) {
        throw Error(CCAExceptionType::Unexpected, error);
    }
}

bool Assembly::unload(const std::string& className) {
    // Dropped after the lock: a library may run code of its own when it goes.
    std::vector<std::shared_ptr<loader::Library>> dropped;
    Rewiring::Discard discard;
    {
        const Lock guard = lock();
        rewiring_.reclaim(discard);
        std::string names;
        for (const auto& instance : instances_.list()) {
            if (instance->description() && instance->className() == className) {
                names += (names.empty() ? "'" : ", '") + instance->name() + "'";
            }
        }
        if (!names.empty()) {
            throw Error(CCAExceptionType::Nonstandard,
                        "component class '" + className +
                            "' can not be unloaded as long as it has instances: " + names +
                            "; remove them first");
        }
        dropped = classes_.unload(className);
    }
    discard.clear();
    const std::vector<std::weak_ptr<loader::Library>> watched(dropped.begin(), dropped.end());
    dropped.clear();
    return std::all_of(watched.begin(), watched.end(),
                       [](const auto& library) { return library.expired(); });
}

std::string Assembly::shutdown() {
    std::string first;
    for (;;) {
        // Dropped after the lock.
        Components ended;
        Lock guard = lock();
        if (instances_.empty()) {
            return first;
        }
        const auto last = instances_.newest();
        instances_.remove(*last);
        last->setEnding(true);
        const std::string error = endByForce(guard, last, ended);
        noteDestroyed(*last);
        first = first.empty() ? error : first;
    }
}

}  // namespace gantry::framework
