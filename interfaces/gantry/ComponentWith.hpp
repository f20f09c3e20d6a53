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
///
///     class Square final : public ComponentBase {          // ComponentWith<numeric::FunctionPort>
///     public:
///         Square() : ComponentBase(typeid(Square)) {}
///         double evaluate(double x) override {
///             const gantry::Timed timed(evaluateTimer_);
///             return used<numeric::FunctionPort>("inner")->evaluate(x);
///         }
///     private:
///         gantry::MethodTimer& evaluateTimer_ = timer("evaluate");
///     };
///
/// The framework owns the component and makes and ends it; ports are parts of it (gantry::own), and
/// live as long. Ports may be called by any thread that the users of the component have: state of
/// your own needs a lock of your own.
template <class... Ports>
class ComponentWith : public virtual Ports..., public virtual gov::cca::Component {
public:
    /// A component that overrides it calls it. Called once by the framework, before any port is
    /// used. Throws what registerUsesPort and addProvidesPort throw; the component is then not
    /// created.
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

    /// The used port of that name for as long as the result lives. Throws what Services::getPort
    /// throws, so also if it is not connected. Costs two look-ups by name: once for each call of a
    /// method, not for each step of a loop. Any thread, after setServices.
    template <class Port>
    [[nodiscard]] UsedPort<Port> used(const std::string& name) const {
        return UsedPort<Port>(services_, name);
    }

    /// The timer of a method, for gantry::Timed; to be made with the component, as a member. Before
    /// setServices: later ones would not be connected. The reference is valid as long as the
    /// component.
    [[nodiscard]] MethodTimer& timer(const std::string& method) { return measured_.timer(method); }

    /// For a method that has no body yet: throws gantry::Error, naming class and method. The
    /// contract suites take a test that meets it for skipped.
    [[noreturn]] void notWritten(const char* method) const {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    className_ + "::" + method + " is not written yet; write it in the source of " +
                        description_.className);
    }

private:
    // Static data of the component's library.
    const ComponentDescription& description_;
    // For messages: the C++ class, demangled.
    std::string className_;
    // Kept until the component ends, for used().
    std::shared_ptr<gov::cca::Services> services_;
    // Destroyed before services_: it stops following the connection first.
    Instrumentation measured_;
};

}  // namespace gantry
