// The framework knows SIDL types by their names only. What an interface extends is in the C++ class
// that sidlc generated for it, and the run-time type of every object, in whatever language it is
// written, leads there: the type information of the Itanium ABI lists the bases of each class, and
// a mangled name has the same parts as the SIDL name.

#include "core/portTypes.hpp"

#include <gov/cca/ports/BasicParameterPort.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <gov/cca/ports/ServiceProvider.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cxxabi.h>
#include <map>
#include <span>
#include <string_view>
#include <typeinfo>

namespace gantry::framework {
namespace {

constexpr const char* kPort = "gov.cca.Port";

template <class P>
bool is(gov::cca::Port& port) {
    return dynamic_cast<P*>(&port) != nullptr;
}

/// "gov.cca.Port" of "N3gov3cca4PortE"; empty if the class is not in a named namespace.
std::string sidlName(std::string_view mangled) {
    if (!mangled.starts_with('N') || !mangled.ends_with('E')) {
        return {};
    }
    mangled = mangled.substr(1, mangled.size() - 2);
    std::string name;
    while (!mangled.empty()) {
        std::size_t length = 0;
        const char* const end = mangled.data() + mangled.size();
        const auto [part, error] = std::from_chars(mangled.data(), end, length);
        if (error != std::errc() || length > static_cast<std::size_t>(end - part)) {
            return {};
        }
        name += (name.empty() ? "" : ".") + std::string(part, length);
        mangled = {part + length, static_cast<std::size_t>(end - part) - length};
    }
    return name;
}

/// The other way round.
std::string mangledName(std::string_view sidl) {
    std::string name = "N";
    while (!sidl.empty()) {
        const std::string_view part = sidl.substr(0, sidl.find('.'));
        name += std::to_string(part.size()).append(part);
        sidl.remove_prefix(std::min(part.size() + 1, sidl.size()));
    }
    return name + 'E';
}

/// Calls visit for each class that type derives from directly.
template <class Visit>
void eachBase(const std::type_info& type, Visit visit) {
    if (const auto* const one = dynamic_cast<const abi::__si_class_type_info*>(&type)) {
        visit(*one->__base_type);
    } else if (const auto* const many = dynamic_cast<const abi::__vmi_class_type_info*>(&type)) {
        for (const auto& base : std::span(&many->__base_info[0], many->__base_count)) {
            visit(*base.__base_type);
        }
    }
}

/// The class of that name among type and what it derives from; null if there is none.
const std::type_info* findClass(const std::type_info& type, const std::string& mangled) {
    if (mangled == type.name()) {
        return &type;
    }
    const std::type_info* found = nullptr;
    eachBase(type,
             [&](const std::type_info& base) { found = found ? found : findClass(base, mangled); });
    return found;
}

void addBases(const std::type_info& type, std::vector<std::string>& names) {
    eachBase(type, [&](const std::type_info& base) {
        std::string name = sidlName(base.name());
        if (!name.empty() && name != kPort &&
            std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
            addBases(base, names);
        }
    });
}

}  // namespace

bool hasPortType(gov::cca::Port& port, const std::string& type) {
    namespace ports = gov::cca::ports;
    static const std::map<std::string, bool (*)(gov::cca::Port&)> kKnown{
        {"gov.cca.ports.BasicParameterPort", is<ports::BasicParameterPort>},
        {"gov.cca.ports.GoPort", is<ports::GoPort>},
        {"gov.cca.ports.ParameterPort", is<ports::ParameterPort>},
        {"gov.cca.ports.ServiceProvider", is<ports::ServiceProvider>},
    };
    const auto known = kKnown.find(type);
    return known == kKnown.end() || known->second(port);
}

std::vector<std::string> supertypesOf(const gov::cca::Port& port, const std::string& type) {
    std::vector<std::string> names;
    const std::type_info* const declared =
        type == kPort ? nullptr : findClass(typeid(port), mangledName(type));
    if (declared) {
        addBases(*declared, names);
    }
    return names;
}

bool isSubtype(const std::string& type, const std::vector<std::string>& supertypes,
               const std::string& wanted) {
    return type == wanted || wanted == kPort ||
           std::find(supertypes.begin(), supertypes.end(), wanted) != supertypes.end();
}

std::string connectInstead(const std::string& usesType) {
    return "connect a provides port of type " + usesType + ", or of one that extends it";
}

}  // namespace gantry::framework
