// The public class: takes the lock, calls the assembly, turns internal objects into plain values.

#include <framework/Framework.hpp>
#include <gantry/Error.hpp>

#include <utility>

#include "assembly/Assembly.hpp"
#include "services/Ids.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {

namespace {

bool isDeclaredGuarded(const Instance& instance, const std::string& port) {
    const PortInfo* const described = instance.describedPort(port);
    return described && described->guarded;
}

InstanceInfo infoOf(const AssemblyCore& core, const Instance& instance) {
    InstanceInfo info{instance.name(), instance.className(), {}};
    for (PortView& port : core.listedPorts(instance)) {
        const bool isRequired = instance.fewestConnections(port) > 0;
        const bool isMonitorable = instance.proxyMaker(port.name).has_value();
        const bool isGuarded = isDeclaredGuarded(instance, port.name);
        info.ports.push_back({std::move(port.name), std::move(port.type), port.provided, isRequired,
                              isMonitorable, isGuarded});
    }
    return info;
}

}  // namespace

class Framework::State final {
public:
    explicit State(std::vector<std::filesystem::path> path)
        : assembly(Assembly::make(std::move(path))) {}

    std::shared_ptr<Assembly> assembly;
};

Framework::Framework(std::vector<std::filesystem::path> componentPath)
    : state_(std::make_shared<State>(std::move(componentPath))) {}

Framework::~Framework() {
    try {
        state_->assembly->shutdown();
    } catch (...) {  // NOLINT(bugprone-empty-catch): a destructor has nobody to tell.
    }
}

std::vector<std::filesystem::path> Framework::componentPath() const {
    const AssemblyLock guard = state_->assembly->core().lock();
    return state_->assembly->core().classes().path();
}

void Framework::setComponentPath(std::vector<std::filesystem::path> path) {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->core().classes().setPath(std::move(path));
}

std::vector<ClassInfo> Framework::availableClasses(std::vector<RejectedLibrary>* rejected) const {
    const AssemblyLock guard = state_->assembly->core().lock();
    return state_->assembly->core().classes().available(rejected);
}

std::optional<ClassInfo> Framework::findClass(const std::string& className) const {
    const AssemblyLock guard = state_->assembly->core().lock();
    return state_->assembly->core().classes().find(className);
}

void Framework::load(const std::string& className, bool global, bool lazy) {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->core().classes().load(className, {.global = global, .lazy = lazy});
}

bool Framework::unload(const std::string& className) {
    return state_->assembly->unload(className);
}

void Framework::loadPortLibrary(const std::filesystem::path& file) {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->core().classes().loadPortLibrary(file);
}

std::vector<std::string> Framework::palette() const {
    const AssemblyLock guard = state_->assembly->core().lock();
    std::vector<std::string> names;
    for (const LoadedClass& loaded : state_->assembly->core().classes().palette()) {
        names.push_back(loaded.info->name);
    }
    return names;
}

std::string Framework::createInstance(const std::string& className,
                                      const std::string& instanceName) {
    return state_->assembly->create({className, instanceName, nullptr})->name();
}

// Without the lock: Assembly takes it itself and lets go of it while code of the component runs.
// So do connect, disconnect, rewire and create.
void Framework::destroyInstance(const std::string& instanceName, double timeout) {
    state_->assembly->destroy(state_->assembly->core().instance(instanceName), timeout);
}

void Framework::connect(const ConnectionInfo& connection, Guard guard) {
    state_->assembly->connect(connection, guard);
}

void Framework::rewire(const ConnectionInfo& target, double timeout) {
    state_->assembly->rewire(target, timeout);
}

void Framework::guardAll(bool all) {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->guarding().guardAll(all);
}

std::vector<GuardedConnection> Framework::guarded() const {
    const AssemblyLock guard = state_->assembly->core().lock();
    return state_->assembly->guarding().list();
}

void Framework::disconnect(const ConnectionInfo& connection, double timeout) {
    state_->assembly->disconnect(connection, timeout);
}

// Takes the lock itself, as connectDefaults does.
void Framework::setDefaultProvider(const std::string& portType, const std::string& provider,
                                   const std::string& providesPort) {
    state_->assembly->core().setDefaultProvider(portType, provider, providesPort);
}

void Framework::connectDefaults() {
    state_->assembly->core().connectDefaults();
}

void Framework::requireConnected(const std::string& instanceName) const {
    state_->assembly->requireConnected(instanceName);
}

void Framework::addService(const std::string& portType, std::shared_ptr<gov::cca::Port> port) {
    const AssemblyLock guard = state_->assembly->core().lock();
    if (!port || portType.empty()) {
        throw Error(gov::cca::CCAExceptionType::BadPortType,
                    "service '" + portType + "': the type is empty or the port is null");
    }
    // The service is the same port for every instance that asks, so `make` ignores its argument.
    if (!state_->assembly->core().services().add(
            portType, {.make = [port = std::move(port)](const std::shared_ptr<Instance>&) {
                return port;
            }})) {
        throw Error(gov::cca::CCAExceptionType::PortAlreadyDefined,
                    "service '" + portType + "' is served already; a type has one server");
    }
}

void Framework::monitor(const MonitorRequest& request) {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->monitoring().monitor(request);
}

void Framework::unmonitor(const std::string& user, const std::string& usesPort,
                          const std::string& provider) {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->monitoring().unmonitor(user, usesPort, provider);
}

void Framework::monitorEach(const std::string& user, const std::string& usesPort,
                            const MonitorOptions& options) {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->monitoring().monitorEach(user, usesPort, options);
}

void Framework::unmonitorAll() {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->monitoring().unmonitorAll();
}

std::vector<MonitoredConnection> Framework::monitored() const {
    const AssemblyLock guard = state_->assembly->core().lock();
    return state_->assembly->monitoring().list();
}

AssemblyMark Framework::mark() const {
    return state_->assembly->mark();
}

void Framework::rollBack(const AssemblyMark& mark) {
    state_->assembly->rollBack(mark);
}

void Framework::observeChanges(ChangeObserver observer) {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->core().changes().observe(std::move(observer));
}

// Needs no lock: a cause belongs to the calling thread.
std::string Framework::setCause(std::string cause) {
    return state_->assembly->core().changes().setCause(std::move(cause));
}

void Framework::noteChange(Change::Action action, const ConnectionInfo& subject,
                           const std::string& command) {
    const AssemblyLock guard = state_->assembly->core().lock();
    state_->assembly->core().changes().note(action, subject, command);
}

std::vector<InstanceInfo> Framework::instances() const {
    const AssemblyLock guard = state_->assembly->core().lock();
    std::vector<InstanceInfo> infos;
    for (const auto& instance : state_->assembly->core().instances().list()) {
        infos.push_back(infoOf(state_->assembly->core(), *instance));
    }
    return infos;
}

std::optional<InstanceInfo> Framework::instance(const std::string& name) const {
    const AssemblyLock guard = state_->assembly->core().lock();
    const auto found = state_->assembly->core().instances().find(name);
    // A copy, made under the lock: the instance may go afterwards.
    return found ? std::optional(infoOf(state_->assembly->core(), *found)) : std::nullopt;
}

void Framework::requireInstance(const std::string& name) const {
    (void)state_->assembly->core().instance(name);
}

void Framework::requirePort(const std::string& instance, const std::string& port) const {
    state_->assembly->core().instance(instance)->ports().requirePort(port);
}

std::vector<ConnectionInfo> Framework::possibleConnections(const std::string& user,
                                                           const std::string& usesPort) const {
    const AssemblyLock guard = state_->assembly->core().lock();
    const PortView uses = state_->assembly->core().instance(user)->ports().require(usesPort, false);
    std::vector<ConnectionInfo> possible;
    for (const auto& instance : state_->assembly->core().instances().list()) {
        if (instance->name() == user) {
            continue;
        }
        for (const PortView& port : instance->ports().list()) {
            if (port.provided && !port.service && port.isA(uses.type)) {
                possible.push_back({user, usesPort, instance->name(), port.name});
            }
        }
    }
    return possible;
}

std::vector<ConnectionInfo> Framework::connections() const {
    const AssemblyLock guard = state_->assembly->core().lock();
    std::vector<ConnectionInfo> infos;
    for (const ConnectionPointer& connection : state_->assembly->core().connections().list()) {
        infos.push_back(connection->info());
    }
    return infos;
}

std::shared_ptr<gov::cca::Port> Framework::providedPort(const std::string& instanceName,
                                                        const std::string& portName) const {
    const AssemblyLock guard = state_->assembly->core().lock();
    const auto instance = state_->assembly->core().instance(instanceName);
    return instance->hold(instance->ports().require(portName, true).port);
}

std::shared_ptr<gov::cca::ports::BuilderService> Framework::builderService() {
    return makeBuilderService(state_->assembly);
}

std::shared_ptr<gov::cca::AbstractFramework> Framework::abstractFramework() {
    return makeAbstractFramework(state_->assembly);
}

void Framework::shutdown() {
    const std::string error = state_->assembly->shutdown();
    if (!error.empty()) {
        throw Error(gov::cca::CCAExceptionType::Unexpected, error);
    }
}

}  // namespace gantry::framework
