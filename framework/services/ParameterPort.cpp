#include "services/ParameterPort.hpp"

namespace gantry::framework {

using gov::cca::CCAExceptionType;
using gov::cca::Type;

std::shared_ptr<gov::cca::TypeMap> ParameterPort::readConfigurationMap() {
    sheet_->update();
    return sheet_->read();
}

void ParameterPort::writeConfigurationMap(const std::shared_ptr<gov::cca::TypeMap>& map) {
    if (!map) {
        throw Error(CCAExceptionType::BadProperties,
                    "port '" + sheet_->portName() + "': the configuration map is null; give a map");
    }
    sheet_->write(*map);
}

sidl::array<std::string> ParameterPort::readConfigurationKeys() {
    sheet_->update();
    return sidl::array<std::string>(sheet_->keys());
}

sidl::array<std::string> ParameterPort::readGroupNames() {
    sheet_->update();
    std::vector<std::string> names;
    for (const ParameterGroup& group : sheet_->groups()) {
        names.push_back(group.name);
    }
    return sidl::array<std::string>(names);
}

bool ParameterPort::hasBounds(const std::string& key) {
    return typeOf(sheet_->parameter(key).low) != Type::NoType;
}

void ParameterPort::requireType(const Parameter& parameter, Type requested) {
    const Type actual = typeOf(parameter.defaultValue);
    if (actual != requested) {
        throw TypeMismatch(requested, actual,
                           "parameter '" + parameter.key + "' is of type " + typeText(actual) +
                               ", not " + typeText(requested));
    }
}

void ParameterPort::requireBounds(const Parameter& parameter) {
    if (typeOf(parameter.low) == Type::NoType) {
        throw Error(CCAExceptionType::BadProperties,
                    "parameter '" + parameter.key + "' has no bounds; ask hasBounds first");
    }
}

}  // namespace gantry::framework
