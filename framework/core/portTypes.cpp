#include "core/portTypes.hpp"

#include <gov/cca/ports/BasicParameterPort.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <gov/cca/ports/ServiceProvider.hpp>

#include <map>

namespace gantry::framework {
namespace {

template <class P>
bool is(gov::cca::Port& port) {
    return dynamic_cast<P*>(&port) != nullptr;
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

}  // namespace gantry::framework
