#pragma once

#include <gantry/DescriptionNote.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/Port.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

/// The contract between a component's shared object and a framework.
///
/// A shared object holds one component class and exports three C functions, which GANTRY_COMPONENT
/// defines:
///   cca_describe  returns the description; runs no code of the component
///   cca_create    makes an instance; returns null and writes a text where the constructor throws
///   cca_destroy   ends an instance
/// Nothing is registered by loading the object, and no exception leaves these functions. The
/// description is in the file as a note as well, from which a framework lists the component
/// without loading the object.
///
///     constexpr std::array kProvides{
///         gantry::PortDescription{"integrate", "numeric.IntegratorPort"}};
///     constexpr std::array kUses{gantry::uses<numeric::FunctionPort>("function")};
///     constexpr auto kDescription = gantry::describe(
///         {"integrators.Midpoint", "1.0", "Integrates by the midpoint rule"}, kProvides, kUses);
///     GANTRY_COMPONENT(integrators::Midpoint, integrators::kDescription);
///
/// Ownership: the framework owns the component and keeps its shared object loaded as long as the
/// component, one of its ports or an object made by makeHeld is in use. Both sides are built by
/// compilers with the same C++ ABI. gantry_component(... CLASS ...) of CMake writes the
/// description; the source then has the last line only.
///
/// What becomes of a component, in this order:
///
///     cca_describe       whenever a framework looks at the class
///     cca_create         the constructor: no Services yet, so no ports
///     setServices        once, under the lock of the framework: registers and adds ports
///     calls of ports     by any thread that has the port
///     releaseServices    of what was passed to Services::registerForRelease; without the lock
///     cca_destroy        the destructor, without the lock; nobody has a port then
///     unloading          when the last object that holds the library has ended, if it is asked for
namespace gantry {

/// The number of this contract. A framework refuses a shared object with another one. A change of
/// the layout of the description or of its note needs a new one.
inline constexpr std::uint32_t kPluginAbi = 5;

class Library;
class PinTable;
class Proxy;

/// A proxy from both sides: the port its user calls, and the observing side of the same object.
/// Both are null or neither is.
struct PortProxy {
    std::shared_ptr<gov::cca::Port> port;
    std::shared_ptr<Proxy> proxy;
};

/// Makes a proxy in front of target whose calls are pinned in pins. Its code is in library, the
/// user's, which it holds. Throws BadPortType if target has another type. Called once for each
/// connection that gets a proxy.
using MakeProxy = PortProxy (*)(const Library& library,
                                const std::shared_ptr<gov::cca::Port>& target,
                                const std::shared_ptr<PinTable>& pins);

/// How the connections of a uses port begin, unless who connects asks for more: `Direct`, getPort
/// gives the provider's own pointer; `Guarded`, it gives a proxy, so that the provider can be
/// exchanged while calls are in flight.
enum class Connections : std::uint8_t { Direct, Guarded };

/// A port a component provides or uses. Texts are static, not null and not empty; a framework
/// refuses the component otherwise.
struct PortDescription {
    /// Unique over the provided and the used ports of a component; without blanks.
    const char* name = nullptr;
    /// The SIDL type, for example "numeric.IntegratorPort".
    const char* type = nullptr;
    /// For uses ports: whether the component cannot work without it. The check of an assembly
    /// reports a required port that is not connected.
    bool required = true;
    /// For uses ports: makes the proxy by which the connection can be monitored and guarded; null
    /// where the component was built without one. gantry::uses (ProxyOf.hpp) fills it in.
    MakeProxy makeProxy = nullptr;
    /// For uses ports: Guarded needs a makeProxy.
    Connections connections = Connections::Direct;
    /// Whether makeProxy is there: what the note in the file says, as an address is not a constant
    /// for every compiler.
    bool hasProxy = makeProxy != nullptr;
};

/// A parameter of a component, in text form as a script writes it.
///
///     {"configuration", "accuracy", "double", "1e-6", "absolute error of the result", "0", "1"}
///
/// A framework refuses a component whose port, key, type or default value is missing, whose type is
/// another one, or that has one bound only. Values are checked when the parameter is made
/// (Parameters::attach).
struct ParameterDescription {
    /// The provides port of type gov.cca.ports.ParameterPort that holds it.
    const char* port = nullptr;
    /// Unique within the port.
    const char* key = nullptr;
    /// "bool", "int", "long", "float", "double" or "string".
    const char* type = nullptr;
    /// Not null; within the bounds and among the choices. Numbers have a point as decimal sign,
    /// whatever the locale.
    const char* defaultValue = nullptr;
    /// One line for people, with the unit.
    const char* help = nullptr;
    /// Inclusive bounds of a number; null if there are none. Both or neither.
    const char* low = nullptr;
    const char* high = nullptr;
    /// Allowed values of a string, separated by '|'; null if any is allowed.
    const char* choices = nullptr;
};

/// What a shared object says of itself. All texts are static and belong to the shared object.
///
/// A framework reads it from the note when it finds the file, and by cca_describe when it loads it.
/// Nothing in it is owned. Use describe() to fill it in.
struct ComponentDescription {
    /// kPluginAbi of the headers that the component was built with; the first member, as it decides
    /// how the rest is laid out.
    std::uint32_t abi;
    /// The name that scripts instantiate, for example "integrators.Midpoint". Not empty.
    const char* className;
    const char* version;
    /// One line for people.
    const char* summary;
    const PortDescription* provides;
    std::size_t numProvides;
    const PortDescription* uses;
    std::size_t numUses;
    const ParameterDescription* parameters;
    std::size_t numParameters;

    /// Views of the arrays above, valid as long as these.
    [[nodiscard]] constexpr std::span<const PortDescription> providedPorts() const {
        return {provides, numProvides};
    }
    [[nodiscard]] constexpr std::span<const PortDescription> usedPorts() const {
        return {uses, numUses};
    }
    [[nodiscard]] constexpr std::span<const ParameterDescription> parameterList() const {
        return {parameters, numParameters};
    }
};

/// The identity of a component class, as the description states it. As the members of
/// ComponentDescription; static texts.
struct ClassName {
    const char* name;
    const char* version;
    const char* summary;
};

/// Builds a description from static arrays. The arrays are not copied: they are static and
/// constexpr, as what they point to. Not checked here, but by the framework that lists or loads the
/// component.
constexpr ComponentDescription describe(ClassName identity,
                                        std::span<const PortDescription> provides,
                                        std::span<const PortDescription> uses,
                                        std::span<const ParameterDescription> parameters = {}) {
    return {kPluginAbi,      identity.name, identity.version, identity.summary,  provides.data(),
            provides.size(), uses.data(),   uses.size(),      parameters.data(), parameters.size()};
}

/// The loaded shared object a component's code is in, as the framework hands it to the component.
/// Threads may share it. A component that returns objects takes a std::shared_ptr<const Library> in
/// its constructor and keeps it; it never ends before the component.
class [[gnu::visibility("default")]] Library {
public:
    virtual ~Library() = default;
    /// An owner of object that keeps the shared object loaded until destroy has returned. Costs one
    /// allocation; where that fails, object is destroyed before the exception leaves.
    [[nodiscard]] virtual std::shared_ptr<void> hold(void* object, void (*destroy)(void*))
        const = 0;

protected:
    Library() = default;
    Library(const Library&) = default;
    Library& operator=(const Library&) = default;
};

/// Makes an object that may outlive the component that made it: the pointer holds the library with
/// T's code. A component uses it for every object it returns through a port.
///
///     return gantry::makeHeld<PolynomialFunction>(*library_, coefficients);
///
/// Without it the last owner could call the destructor when its code is unloaded. Costs two
/// allocations; throws what T's constructor throws and std::bad_alloc.
template <class T, class... Arguments>
std::shared_ptr<T> makeHeld(const Library& library, Arguments&&... arguments) {
    T* const object = new T(std::forward<Arguments>(arguments)...);
    const std::shared_ptr<void> owner =
        library.hold(object, [](void* dying) { delete static_cast<T*>(dying); });
    return std::shared_ptr<T>(owner, object);
}

/// A pointer to a port that is part of the component itself, for addProvidesPort. It owns nothing:
/// the framework keeps the component alive as long as anybody holds one of its ports. Not null, but
/// use_count() is 0. Does not allocate.
template <class Port>
std::shared_ptr<Port> own(Port* part) {
    return std::shared_ptr<Port>(std::shared_ptr<void>(), part);
}

namespace plugin {

/// The types of the three exported functions, for the framework that looks them up.
using Describe = const ComponentDescription* (*)();
/// Gives the caller an instance to end by Destroy, or null and a text, cut to the given size and
/// ended by a NUL. Describe and Destroy do not throw. The text should say what is wrong and how to
/// fix it: it is the message of the framework's Error.
using Create = gov::cca::Component* (*)(const std::shared_ptr<const Library>&, char*, std::size_t);
using Destroy = void (*)(gov::cca::Component*);

/// The body of cca_create for Class: no exception leaves it. errorSize is at least 1. error is not
/// written where it succeeds.
template <class Class>
gov::cca::Component* create(const std::shared_ptr<const Library>& library, char* error,
                            std::size_t errorSize) noexcept {
    const auto report = [&](const char* text) {
        std::strncpy(error, text, errorSize - 1);
        error[errorSize - 1] = '\0';
        return nullptr;
    };
    try {
        if constexpr (std::is_constructible_v<Class, std::shared_ptr<const Library>>) {
            // A component that returns objects needs its library, for makeHeld.
            return new Class(library);
        } else {
            return new Class();
        }
    } catch (const std::exception& exception) {
        return report(exception.what());
    } catch (...) {
        return report("an exception that is not a std::exception");
    }
}

}  // namespace plugin
}  // namespace gantry

/// Puts the description into the file of the shared object as a note. Stands once in it, outside of
/// functions; GANTRY_COMPONENT does so. description is constexpr, and all it points to.
#define GANTRY_DESCRIPTION_NOTE(description)                     \
    [[gnu::section(".note.gantry"), gnu::used,                   \
      gnu::aligned(4)]] static constexpr auto kDescriptionNote = \
        gantry::note::noteOf<gantry::note::sizeOf(description)>(description)

/// Defines the exported functions and the note for one component class. Stands once in a shared
/// object, outside any namespace. Class has a default constructor, or one that takes a
/// std::shared_ptr<const gantry::Library>.
#define GANTRY_COMPONENT(Class, description)                                                       \
    extern "C" [[gnu::visibility("default")]] const gantry::ComponentDescription* cca_describe() { \
        return &(description);                                                                     \
    }                                                                                              \
    extern "C" [[gnu::visibility("default")]] gov::cca::Component* cca_create(                     \
        const std::shared_ptr<const gantry::Library>& library, char* error,                        \
        std::size_t errorSize) {                                                                   \
        return gantry::plugin::create<Class>(library, error, errorSize);                           \
    }                                                                                              \
    extern "C" [[gnu::visibility("default")]] void cca_destroy(gov::cca::Component* component) {   \
        delete component;                                                                          \
    }                                                                                              \
    GANTRY_DESCRIPTION_NOTE(description);                                                          \
    static_assert((description).abi == gantry::kPluginAbi)
