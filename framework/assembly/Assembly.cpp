// Components run code of their own in these commands: in setServices, in releaseServices and in
// their destructors. The first runs under the lock, because the commands it gives belong to the
// creation and are undone with it. The other two run without the lock, because they may wait for
// threads that give commands. Therefore components are collected in `ended` and destroyed after the
// lock.
//
// create: everything since the mark is undone if the component throws. The mark is two serial
// numbers and the size of the palette, so that also what the component created and connected is
// found. destroy: the instance is marked as ending before the wait for its uses, so that no new
// connection to it is made while the lock is free.

#include "assembly/Assembly.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

#include "core/Failure.hpp"
#include "core/changeNotes.hpp"
#include "services/ServicesOf.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

/// Whether everything the description promises to provide is there.
void checkDelivery(const Instance& instance) {
    for (const PortInfo& port : instance.description()->ports) {
        const auto added = instance.ports().find(port.name);
        if (port.provided && (!added || added->service)) {
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
    : core_(std::move(componentPath)),
      rewiring_(core_, guarding_,
                [this](const std::vector<PlannedProbe>& probes, const Connection& next) {
                    return monitoring_.renamed(probes, next);
                }) {
    core_.connections().setPrepare(
        [this](Connection& connection, const std::shared_ptr<gov::cca::Port>& direct) {
            const auto port = guarding_.prepare(connection, direct);
            return connection.isService ? port : monitoring_.prepare(connection, port);
        });
}

std::shared_ptr<Assembly> Assembly::make(std::vector<std::filesystem::path> componentPath) {
    std::shared_ptr<Assembly> assembly(new Assembly(std::move(componentPath)));
    addFrameworkServices(assembly);
    return assembly;
}

std::shared_ptr<AssemblyCommands> Assembly::makeEmpty() {
    const AssemblyLock guard = core_.lock();
    const auto empty = make(core_.classes().path());
    for (const LoadedClass& loaded : core_.classes().palette()) {
        empty->core().classes().load(loaded.info->name);
    }
    return empty;
}

std::string Assembly::chooseName(const InstanceRequest& request) {
    if (!request.instanceName.empty()) {
        checkName(request.instanceName);
        if (core_.instances().find(request.instanceName)) {
            throw Error(CCAExceptionType::Nonstandard,
                        "instance '" + request.instanceName +
                            "' exists already; choose another name or remove it first");
        }
        return request.instanceName;
    }
    const std::size_t dot = request.className.rfind('.');
    return core_.instances().freeName(
        request.className.substr(dot == std::string::npos ? 0 : dot + 1));
}

// The port "performance" is there for every instance, but shown only while it is connected.
std::shared_ptr<Instance> Assembly::add(const InstanceRequest& request,
                                        std::shared_ptr<const ClassInfo> description) {
    auto added = std::make_shared<Instance>(
        Instance::Identity{request.instanceName, request.className, nextSerial_++},
        std::move(description));
    added->setProperties(copyOf(request.properties));
    added->ports().addProvides({kPerformancePort, kPerformancePortType, nullptr, true},
                               makePerformancePort(weak_from_this(), added));
    core_.instances().add(added);
    return added;
}

// The error is thrown outside of the handler: the exception may be code of the library that the
// unwinding unloads.
std::shared_ptr<Instance> Assembly::start(const InstanceRequest& request) {
    const LoadedClass loaded = core_.classes().load(request.className);
    const std::string name = chooseName(request);
    const Changes::Implied implied(core_.changes());
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
                                    request.className + "' cannot be created: " + failure.text);
}

std::shared_ptr<Instance> Assembly::create(const InstanceRequest& request) {
    Components ended;
    Failure failure;
    {
        AssemblyLock guard = core_.lock();
        Changes::Transaction transaction(core_.changes());
        // NOLINTNEXTLINE(clang-analyzer-deadcode.DeadStores): undo() reads it after the catch
        const AssemblyMark before = mark();
        try {
            auto created = start(request);
            noteCreated(core_.changes(), *created);
            if (request.connectDefaults) {
                core_.connectDefaults(created);
            }
            return created;
        } catch (...) {
            failure = currentFailure();
        }
        transaction.drop();
        const Changes::Suppressed muted(core_.changes());
        undo(guard, before, ended);
    }
    ended.clear();
    throw Error(failure.reason, failure.text);
}

AssemblyMark Assembly::mark() const {
    const AssemblyLock guard = core_.lock();
    return {nextSerial_, core_.connections().nextSerial(), core_.classes().palette().size()};
}

void Assembly::rollBack(const AssemblyMark& mark) {
    Components ended;
    AssemblyLock guard = core_.lock();
    undo(guard, mark, ended);
}

void Assembly::undo(AssemblyLock& lock, const AssemblyMark& mark, Components& ended) {
    // All that is to go is chosen before the lock is free for others to build.
    const auto doomed = core_.instances().since(mark.instanceSerial);
    const auto made = core_.connections().since(mark.connectionSerial);
    core_.classes().rollBack(mark.paletteSize);
    for (const auto& instance : doomed) {
        core_.instances().remove(*instance);
        instance->setEnding(true);
    }
    for (auto instance = doomed.rbegin(); instance != doomed.rend(); ++instance) {
        endByForce(lock, *instance, ended);
    }
    core_.connections().disconnectByForce(made);
    core_.services().end(made);
}

std::shared_ptr<Instance> Assembly::adopt(const InstanceRequest& request) {
    const AssemblyLock lock = core_.lock();
    auto adopted = add({request.className, chooseName(request), request.properties}, nullptr);
    noteCreated(core_.changes(), *adopted);
    return adopted;
}

// Once only: the callbacks are taken out of the instance.
std::string Assembly::notifyRelease(AssemblyLock& lock, const std::shared_ptr<Instance>& instance) {
    const auto services = servicesOf(weak_from_this(), instance);
    auto releases = instance->takeReleases();
    if (releases.empty()) {
        return {};
    }
    std::string error;
    const Changes::Implied implied(core_.changes());
    lock.unlock();
    for (const auto& release : releases) {
        try {
            release->releaseServices(services);
        } catch (...) {
            error = error.empty() ? currentFailure().text : error;
        }
    }
    releases.clear();
    lock.lock();
    return error.empty() ? error
                         : "instance '" + instance->name() +
                               "' is destroyed, but its releaseServices failed: " + error;
}

// Its users are disconnected before its release, its own connections after it, since it may still
// call others there.
std::string Assembly::endByForce(AssemblyLock& lock, const std::shared_ptr<Instance>& instance,
                                 Components& ended) {
    core_.connections().disconnectByForce(core_.connections().providedBy(*instance));
    std::string error = notifyRelease(lock, instance);
    const auto left = core_.connections().of(*instance);
    core_.connections().disconnectByForce(left);
    core_.services().end(left);
    ended.push_back(core_.remove(instance));
    return error;
}

// While the lock is free in disconnect(), another command may destroy the instance: hence the
// second look.
void Assembly::unlist(AssemblyLock& lock, const std::shared_ptr<Instance>& instance,
                      Deadline deadline) {
    if (!core_.instances().contains(*instance) || instance->ending()) {
        throw Error(CCAExceptionType::Nonstandard,
                    "instance '" + instance->name() + "' was destroyed already");
    }
    rewiring_.checkLeft(instance);
    // Ports which the component holds itself are its own to release, if it wants to be notified.
    const bool wantsRelease = instance->hasReleases();
    const auto before = wantsRelease ? core_.connections().providedBy(*instance)
                                     : core_.connections().of(*instance);
    instance->setEnding(true);
    try {
        core_.connections().disconnect(before, deadline, lock);
    } catch (...) {
        instance->setEnding(false);
        throw;
    }
    core_.services().end(before);
    if (!core_.instances().contains(*instance)) {
        throw Error(CCAExceptionType::Nonstandard,
                    "instance '" + instance->name() + "' was destroyed by another command");
    }
    core_.instances().remove(*instance);
}

void Assembly::awaitOwnUses(AssemblyLock& lock, const std::shared_ptr<Instance>& instance,
                            Deadline deadline) {
    const auto own = core_.connections().usedBy(*instance);
    lock.unlock();
    for (const ConnectionPointer& connection : own) {
        instance->ports().awaitRelease(connection->usesPort, connection->serial, deadline);
    }
    lock.lock();
}

void Assembly::destroy(const std::shared_ptr<Instance>& instance, double timeout) {
    Components ended;
    Discard discard;
    std::string error;
    {
        AssemblyLock lock = core_.lock();
        rewiring_.reclaim(discard);
        const Deadline deadline = deadlineAfter(timeout);
        unlist(lock, instance, deadline);
        error = notifyRelease(lock, instance);
        awaitOwnUses(lock, instance, deadline);
        const auto left = core_.connections().of(*instance);
        core_.connections().disconnectByForce(left);
        core_.services().end(left);
        ended.push_back(core_.remove(instance));
        noteDestroyed(core_.changes(), *instance);
    }
    // Without the lock: the destructor may wait for threads that give commands.
    ended.clear();
    if (!error.empty()) {
        throw Error(CCAExceptionType::Unexpected, error);
    }
}

// Whether the library is gone shows only when the last owner has dropped it, outside of the lock.
bool Assembly::unload(const std::string& className) {
    // Dropped after the lock: a library may run code of its own when it goes.
    std::vector<std::shared_ptr<loader::Library>> dropped;
    Discard discard;
    {
        const AssemblyLock guard = core_.lock();
        rewiring_.reclaim(discard);
        std::string names;
        for (const auto& instance : core_.instances().list()) {
            if (instance->description() && instance->className() == className) {
                names += (names.empty() ? "'" : ", '") + instance->name() + "'";
            }
        }
        if (!names.empty()) {
            throw Error(CCAExceptionType::Nonstandard,
                        "component class '" + className +
                            "' cannot be unloaded while it has instances: " + names +
                            "; remove them first");
        }
        dropped = core_.classes().unload(className);
    }
    discard.clear();
    const std::vector<std::weak_ptr<loader::Library>> watched(dropped.begin(), dropped.end());
    dropped.clear();
    return std::all_of(watched.begin(), watched.end(),
                       [](const auto& library) { return library.expired(); });
}

// One instance at a time, looked up anew: a component may create others while it ends.
std::string Assembly::end() {
    std::string first;
    for (;;) {
        // Dropped after the lock.
        Components ended;
        AssemblyLock guard = core_.lock();
        if (core_.instances().empty()) {
            return first;
        }
        const auto last = core_.instances().newest();
        core_.instances().remove(*last);
        last->setEnding(true);
        const std::string error = endByForce(guard, last, ended);
        noteDestroyed(core_.changes(), *last);
        first = first.empty() ? error : first;
    }
}

}  // namespace gantry::framework
