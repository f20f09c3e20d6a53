// A document is built completely or not at all: the destructor of DocumentBuilder destroys the
// instances that were made, the last first, which also breaks their connections.

#include <gantry/Error.hpp>
#include <gov/cca/ports/BasicParameterPort.hpp>

#include <functional>
#include <memory>

#include "core/Failure.hpp"
#include "core/commandText.hpp"
#include "document/AssemblyDocument.hpp"
#include "values/TypeMap.hpp"

namespace gantry::framework {
namespace {

/// Makes what a document says, and takes it back unless it was all.
class DocumentBuilder final {
public:
    explicit DocumentBuilder(Framework& framework) : framework_(framework) {}
    ~DocumentBuilder() {
        for (auto name = made_.rbegin(); name != made_.rend(); ++name) {
            try {
                framework_.destroyInstance(*name);
            } catch (...) {  // NOLINT(bugprone-empty-catch): the error that stopped it is reported.
            }
        }
    }
    DocumentBuilder(const DocumentBuilder&) = delete;
    DocumentBuilder& operator=(const DocumentBuilder&) = delete;

    void run(const AssemblyDocument& document) {
        for (std::size_t i = 0; i < document.instances.size(); ++i) {
            at("/instances/" + std::to_string(i), [&] { create(document.instances[i]); });
        }
        for (std::size_t i = 0; i < document.connections.size(); ++i) {
            at("/connections/" + std::to_string(i), [&] { connect(document.connections[i]); });
        }
        // All done: the destructor has nothing to roll back.
        made_.clear();
    }

private:
    static void at(const std::string& place, const std::function<void()>& work) {
        Failure failure;
        try {
            work();
            return;
        } catch (...) {
            // Kept as text and rethrown outside of the handler: rolling back may unload the code of
            // the exception.
            failure = currentFailure();
        }
        throw Error(failure.reason, "at " + place + ": " + failure.text);
    }

    void create(const SavedInstance& instance) {
        framework_.createInstance(instance.className, instance.name);
        // At once: what fails from here on is rolled back.
        made_.push_back(instance.name);
        const auto builder = framework_.builderService();
        const auto id = builder->getComponentID(instance.name);
        if (!instance.properties.empty()) {
            const auto map = builder->getComponentProperties(id);
            put(*map, instance.properties);
            builder->setComponentProperties(id, map);
        }
        for (const PortValues& port : instance.portProperties) {
            const auto map = builder->getPortProperties(id, port.port);
            put(*map, port.values);
            builder->setPortProperties(id, port.port, map);
        }
        for (const PortValues& port : instance.parameters) {
            setParameters(instance.name, port);
        }
    }

    static void put(gov::cca::TypeMap& map, const std::vector<NamedValue>& values) {
        for (const NamedValue& value : values) {
            // A component may have put it with another type, which a put would refuse.
            map.remove(value.key);
            putValue(map, value.key, value.value);
        }
    }

    void setParameters(const std::string& instance, const PortValues& wanted) {
        const auto port = std::dynamic_pointer_cast<gov::cca::ports::BasicParameterPort>(
            framework_.providedPort(instance, wanted.port));
        if (!port) {
            throw Error(gov::cca::CCAExceptionType::BadPortType,
                        "port '" + instance + '.' + wanted.port + "' has no parameters");
        }
        const auto values = std::make_shared<TypeMap>();
        put(*values, wanted.values);
        port->writeConfigurationMap(values);
        for (const NamedValue& each : wanted.values) {
            // By hand: parameters are set through a port of the component, where the framework sees
            // nothing.
            framework_.noteChange(
                Change::Action::Set, {instance, wanted.port, "", ""},
                commandText::withValue(commandText::parameter(instance, wanted.port, each.key),
                                       toText(each.value))
                    .value_or(""));
        }
    }

    void connect(const SavedConnection& connection) {
        const ConnectionInfo& ends = connection.ends;
        framework_.connect(ends, connection.guarded ? Guard::Guarded : Guard::AsDeclared);
        for (const MonitoredMethod& method : connection.monitored) {
            framework_.monitor({ends.user,
                                ends.usesPort,
                                ends.provider,
                                {.methods = {method.name},
                                 .timed = method.timed,
                                 .recorded = method.recorded,
                                 .parameters = method.parameters,
                                 .contracts = method.contracts}});
        }
    }

    Framework& framework_;
    std::vector<std::string> made_;
};

}  // namespace

void build(Framework& framework, const AssemblyDocument& document) {
    DocumentBuilder(framework).run(document);
}

}  // namespace gantry::framework
