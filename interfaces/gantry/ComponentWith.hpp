#pragma once

#include <gantry/Error.hpp>
#include <gantry/Instrumentation.hpp>
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gantry/typeName.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/Services.hpp>

#include <memory>
#include <string>
#include <typeinfo>

namespace gantry {

/// A component that provides Ports, and whose description says everything else: it registers what
/// is described and follows the connection to a performance component. What derives from it writes
/// the methods of its ports and nothing more.
///
/// gantry_component(CLASS ...) writes the class ComponentBase over it, from the ports that the
/// CMakeLists.txt names.
template <class... Ports>
class ComponentWith : public virtual Ports..., public virtual gov::cca::Component {
public:
    /// A component that overrides it calls it.
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        registerUsesPorts(*services, description_);
        if constexpr (sizeof...(Ports) > 0) {
            for (const PortDescription& port : description_.providedPorts()) {
                services->addProvidesPort(own<gov::cca::Port>(this), port.name, port.type, nullptr);
            }
        }
        measured_.attach(services);
    }

protected:
    /// type: of the class that derives; description: valid as long as the component.
    ComponentWith(const std::type_info& type, const ComponentDescription& description)
        : description_(description), className_(typeName(type)), measured_(type) {}

    /// Null before setServices.
    [[nodiscard]] const std::shared_ptr<gov::cca::Services>& services() const { return services_; }

    /// The used port of that name for as long as the result lives. Throws what
    /// Services::getPort throws, so also if it is not connected.
    template <class Port>
    [[nodiscard]] UsedPort<Port> used(const std::string& name) const {
        return UsedPort<Port>(services_, name);
    }

    /// The timer of a method, for gantry::Timed; to be made with the component, as a member.
    [[nodiscard]] MethodTimer& timer(const std::string& method) { return measured_.timer(method); }

    /// For a method that has no body yet: throws gantry::Error, naming class and method. The
    /// contract suites take a test that meets it for skipped.
    [[noreturn]] void notWritten(const char* method) const {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    className_ + "::" + method + " is not written yet; write it in the source of " +
                        description_.className);
    }

private:
    const ComponentDescription& description_;
    std::string className_;
    std::shared_ptr<gov::cca::Services> services_;
    Instrumentation measured_;
};

}  // namespace gantry
