#pragma once

#include <c/gantry.h>
#include <gantry/Instrumentation.hpp>
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace gantry::c {

/// The C++ component around a component in C, which gantry_component_create makes. Registers its
/// uses ports, adds its provides ports and connects its timers.
///
/// One instance of a component in C: it owns the author's state and the timers. The framework owns
/// it and keeps `library` loaded for longer than its life. Set-up calls come from the thread that
/// creates the component; timers may be started by any thread.
///
/// Its life, in this order: the constructor sets the library of the shared object; setServices()
/// registers the uses ports, calls the author's function and, where that asked for timers, attaches
/// them; the destructor detaches the timers and then frees the author's state.
class Component final : public gov::cca::Component {
public:
    /// The author's function, gantry_component_create.
    using Create = void (*)(gantry_Component*, sidl_BaseException**);

    /// description is static data of the library. Does not call the author's function: that needs
    /// the services.
    Component(const ComponentDescription& description, Create create,
              const std::shared_ptr<const Library>& library);
    Component(const Component&) = delete;
    Component& operator=(const Component&) = delete;
    ~Component() override;

    /// Throws what the author's function sets as its error, as the C++ exception that it stands
    /// for.
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override;

    /// The state before is destroyed at once; both may be null.
    void setState(void* state, void (*destroy)(void*));
    /// As setState() was given it; null before.
    [[nodiscard]] void* state() const noexcept { return state_; }
    /// Null before setServices().
    [[nodiscard]] const std::shared_ptr<gov::cca::Services>& services() const noexcept {
        return services_;
    }
    /// Throws BadPortName for a name that is not among the provides ports, BadPortType for null or
    /// an object that is not a port.
    void provide(const std::string& name, const std::shared_ptr<sidl::BaseInterface>& object);
    /// The same timer for the same name, for the life of the component. For the author's function
    /// only, as gantry.h says.
    ///
    ///     MethodTimer& evaluate = component.timer("evaluate");
    MethodTimer& timer(const std::string& method);

private:
    const ComponentDescription& description_;
    Create create_;
    std::shared_ptr<gov::cca::Services> services_;
    Instrumentation measured_;
    // Whether the author asked for a timer: only then is the MeasurementPort registered.
    bool isMeasured_ = false;
    void* state_ = nullptr;
    void (*destroy_)(void*) = nullptr;
};

/// Implements cca_create; on failure null, with a message in the buffer. The message is cut at
/// errorSize - 1 bytes. No exception leaves it.
gov::cca::Component* createComponent(const ComponentDescription& description,
                                     Component::Create create,
                                     const std::shared_ptr<const Library>& library, char* error,
                                     std::size_t errorSize) noexcept;

}  // namespace gantry::c

/// Defines the exported functions of a component in C, as GANTRY_COMPONENT does for one in C++.
#define GANTRY_C_COMPONENT(description)                                                            \
    extern "C" [[gnu::visibility("default")]] const gantry::ComponentDescription* cca_describe() { \
        return &(description);                                                                     \
    }                                                                                              \
    extern "C" [[gnu::visibility("default")]] gov::cca::Component* cca_create(                     \
        const std::shared_ptr<const gantry::Library>& library, char* error,                        \
        std::size_t errorSize) {                                                                   \
        return gantry::c::createComponent(description, &gantry_component_create, library, error,   \
                                          errorSize);                                              \
    }                                                                                              \
    extern "C" [[gnu::visibility("default")]] void cca_destroy(gov::cca::Component* component) {   \
        delete component;                                                                          \
    }                                                                                              \
    GANTRY_DESCRIPTION_NOTE(description);                                                          \
    static_assert((description).abi == gantry::kPluginAbi)
