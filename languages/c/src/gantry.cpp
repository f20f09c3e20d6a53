#include <c/Component.hpp>
#include <c/Handle.hpp>
#include <c/gantry.h>
#include <gantry/Error.hpp>
#include <performance/Timer.hpp>

#include <algorithm>
#include <cstring>
#include <typeinfo>

namespace gantry::c {
namespace {

// gantry_Component is declared for C but never defined: a pointer to it is a pointer to a Component
// under another name.
gantry_Component* outside(Component* component) {
    return reinterpret_cast<gantry_Component*>(component);
}

Component& inside(gantry_Component* component) {
    if (component == nullptr) {
        throw Error(gov::cca::CCAExceptionType::BadProperties,
                    "a null pointer was given for the component");
    }
    return *reinterpret_cast<Component*>(component);
}

std::string text(const char* given) {
    return given == nullptr ? "" : given;
}

}  // namespace

Component::Component(const ComponentDescription& description, Create create,
                     const std::shared_ptr<const Library>& library)
    : description_(description), create_(create), measured_(std::string(description.className)) {
    setLibrary(library);
}

Component::~Component() {
    // The timers first: from here on no connection event may reach this object. Then the author's
    // state, whose destroy function may still use the component's ports.
    measured_.detach();
    setState(nullptr, nullptr);
}

void Component::setServices(const std::shared_ptr<gov::cca::Services>& services) {
    services_ = services;
    registerUsesPorts(*services, description_);
    CallError error;
    create_(outside(this), error.out());
    error.check();
    // After the author's function, which asks for the timers: attach makes them known to a backend
    // that is connected already. A component without timers does not get the port.
    if (isMeasured_) {
        measured_.attach(services);
    }
}

// The former state is freed before the new one is stored; `destroy` of null is never called.
void Component::setState(void* state, void (*destroy)(void*)) {
    if (destroy_ != nullptr) {
        destroy_(state_);
    }
    state_ = state;
    destroy_ = destroy;
}

void Component::provide(const std::string& name,
                        const std::shared_ptr<sidl::BaseInterface>& object) {
    const auto ports = description_.providedPorts();
    const auto port = std::find_if(ports.begin(), ports.end(),
                                   [&](const PortDescription& each) { return name == each.name; });
    if (port == ports.end()) {
        throw Error(gov::cca::CCAExceptionType::BadPortName,
                    std::string(description_.className) + " has no provides port '" + name +
                        "'; name it among PROVIDES in the component's CMakeLists.txt");
    }
    const auto provided = std::dynamic_pointer_cast<gov::cca::Port>(object);
    if (!provided) {
        throw Error(gov::cca::CCAExceptionType::BadPortType,
                    std::string(description_.className) + " gave " +
                        (object ? "an object that is not a gov.cca.Port" : "no object") +
                        " for its port '" + name + "'");
    }
    services_->addProvidesPort(provided, name, port->type, nullptr);
}

MethodTimer& Component::timer(const std::string& method) {
    isMeasured_ = true;
    return measured_.timer(method);
}

gov::cca::Component* createComponent(const ComponentDescription& description,
                                     Component::Create create,
                                     const std::shared_ptr<const Library>& library, char* error,
                                     std::size_t errorSize) noexcept {
    try {
        return new Component(description, create, library);
    } catch (const std::exception& exception) {
        // strncpy leaves the last byte to us if the text is too long.
        std::strncpy(error, exception.what(), errorSize - 1);
        error[errorSize - 1] = '\0';
        return nullptr;
    }
}

}  // namespace gantry::c

using gantry::c::inside;

extern "C" {

void gantry_Component_setState(gantry_Component* component, void* state, void (*destroy)(void*)) {
    if (component != nullptr) {
        inside(component).setState(state, destroy);
    }
}

void* gantry_Component_state(const gantry_Component* component) {
    return component == nullptr ? nullptr
                                : reinterpret_cast<const gantry::c::Component*>(component)->state();
}

void gantry_Component_provide(gantry_Component* component, const char* port, void* object,
                              sidl_BaseException** error) {
    try {
        inside(component).provide(
            gantry::c::text(port),
            object == nullptr ? nullptr : static_cast<gantry::c::Handle*>(object)->object);
    } catch (...) {
        gantry::c::report(error);
    }
    // Also after a failure: the reference was passed with the call.
    sidl_deleteRef(object);
}

sidl_BaseInterface* gantry_Component_getPort(gantry_Component* component, const char* port,
                                             sidl_BaseException** error) {
    try {
        const std::shared_ptr<sidl::BaseInterface> object =
            inside(component).services()->getPort(gantry::c::text(port));
        return reinterpret_cast<sidl_BaseInterface*>(gantry::c::newHandle(object));
    } catch (...) {
        gantry::c::report(error);
        return nullptr;
    }
}

void gantry_Component_releasePort(gantry_Component* component, const char* port, void* object) {
    if (object == nullptr) {
        return;
    }
    // The handle first: it is the caller's reference, releasePort ends the use that the framework
    // counts.
    sidl_deleteRef(object);
    try {
        inside(component).services()->releasePort(gantry::c::text(port));
    } catch (...) {
        // The port was withdrawn meanwhile: there is nothing to release.
        return;
    }
}

sidl_BaseInterface* gantry_Component_services(gantry_Component* component) {
    try {
        const std::shared_ptr<sidl::BaseInterface> services = inside(component).services();
        return reinterpret_cast<sidl_BaseInterface*>(gantry::c::newHandle(services));
    } catch (...) {
        return nullptr;
    }
}

gantry_Timer* gantry_Component_timer(gantry_Component* component, const char* method) {
    try {
        return reinterpret_cast<gantry_Timer*>(&inside(component).timer(gantry::c::text(method)));
    } catch (...) {
        return nullptr;
    }
}

// Returns the timer that was started, not the method: a backend may be connected or swapped before
// the stop, which has to reach the same timer.
void* gantry_Timer_start(const gantry_Timer* timer) {
    if (timer == nullptr) {
        return nullptr;
    }
    performance::Timer* const active =
        reinterpret_cast<const gantry::MethodTimer*>(timer)->recording();
    if (active != nullptr) {
        try {
            active->start();
        } catch (...) {
            // C cannot catch it. This call is not measured.
            return nullptr;
        }
    }
    return active;
}

void gantry_Timer_stop(void* running) {
    if (running != nullptr) {
        try {
            static_cast<performance::Timer*>(running)->stop();
        } catch (...) {  // NOLINT(bugprone-empty-catch): C cannot catch it, and nothing is left to
                         // do for the caller.
        }
    }
}

}  // extern "C"
