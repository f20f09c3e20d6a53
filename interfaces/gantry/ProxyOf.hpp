#pragma once

#include <gantry/Error.hpp>
#include <gantry/Proxy.hpp>
#include <gantry/plugin.hpp>

#include <memory>
#include <string>

namespace gantry {

/// Which proxy class is in front of ports of type Port. The generated header of the proxy,
/// <PACKAGE/proxy/TYPE.hpp>, has the specialisation: `Type`, the class (constructible from a
/// std::shared_ptr<Port> and a std::shared_ptr<PinTable>), and `kPortType`, the SIDL name of the
/// port. Not defined for a port whose proxy header is not included: the compiler then reports an
/// incomplete type.
template <class Port>
struct ProxyOf;

/// Makes the proxy of Port; see MakeProxy. Both pointers of the result hold library, in which the
/// code of the proxy is. Throws Error with BadPortType, and std::bad_alloc. target and pins are not
/// null.
template <class Port>
PortProxy makeProxy(const Library& library, const std::shared_ptr<gov::cca::Port>& target,
                    const std::shared_ptr<PinTable>& pins) {
    auto typed = std::dynamic_pointer_cast<Port>(target);
    if (!typed) {
        throw Error(gov::cca::CCAExceptionType::BadPortType,
                    std::string("a proxy of type ") + ProxyOf<Port>::kPortType +
                        " cannot wrap a port of another type");
    }
    // Throws what the constructor of the generated class throws, which makes the first target.
    auto proxy = makeHeld<typename ProxyOf<Port>::Type>(library, std::move(typed), pins);
    return {proxy, proxy};
}

/// The description of a uses port whose connections can be monitored and guarded. Include
/// <PACKAGE/proxy/TYPE.hpp> for it:
///
///     constexpr std::array kUses{gantry::uses<numeric::FunctionPort>("function")};
/// name is static text. required: the component cannot work without it. The user's library then
/// contains the code of the proxy; for a port without one write PortDescription{name, type,
/// required}.
///
///     Connections::Direct     getPort gives the provider's pointer until someone asks for more
///     Connections::Guarded    getPort gives the proxy from the beginning
template <class Port>
constexpr PortDescription uses(const char* name, bool required = true,
                               Connections connections = Connections::Direct) {
    return {name, ProxyOf<Port>::kPortType, required, &makeProxy<Port>, connections, true};
}

}  // namespace gantry
