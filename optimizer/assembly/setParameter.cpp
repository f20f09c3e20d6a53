#include "setParameter.hpp"

#include <gantry/Error.hpp>
#include <gov/cca/TypeMap.hpp>

#include <charconv>
#include <cstdint>

namespace optimizer {
namespace {

template <class Number>
bool read(const std::string& text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

// The words for truth values are those that scripts take. Arrays and complex numbers cannot be
// parameters of a component (loader/checkDescription.cpp).
// Puts the value; returns whether text is a value of the type.
bool put(gov::cca::TypeMap& values, const std::string& key, gov::cca::Type type,
         const std::string& text) {
    std::int64_t whole = 0;
    double real = 0;
    switch (type) {
        case gov::cca::Type::String:
            values.putString(key, text);
            return true;
        case gov::cca::Type::Bool:
            values.putBool(key, text == "true" || text == "yes" || text == "on" || text == "1");
            return text == "true" || text == "yes" || text == "on" || text == "1" ||
                   text == "false" || text == "no" || text == "off" || text == "0";
        case gov::cca::Type::Int: {
            std::int32_t small = 0;
            const bool good = read(text, small);
            values.putInt(key, small);
            return good;
        }
        case gov::cca::Type::Long: {
            const bool good = read(text, whole);
            values.putLong(key, whole);
            return good;
        }
        case gov::cca::Type::Float: {
            const bool good = read(text, real);
            values.putFloat(key, static_cast<float>(real));
            return good;
        }
        case gov::cca::Type::Double: {
            const bool good = read(text, real);
            values.putDouble(key, real);
            return good;
        }
        default:
            return false;
    }
}

}  // namespace

void setParameter(gov::cca::ports::BasicParameterPort& port, const std::string& key,
                  const std::string& text, const std::string& owner) {
    const auto known = port.readConfigurationMap();
    if (!known->hasKey(key)) {
        std::string keys;
        for (const std::string& each : port.readConfigurationKeys()) {
            keys += (keys.empty() ? "" : ", ") + each;
        }
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            owner + " has no parameter '" + key + "'; it has " + keys);
    }
    // A map of the component's own kind with this key alone: other parameters stay as they are.
    const auto values = known->cloneEmpty();
    if (!put(*values, key, known->typeOf(key), text)) {
        throw gantry::Error(
            gov::cca::CCAExceptionType::BadProperties,
            owner + ": '" + text + "' is not a value for its parameter '" + key + "'");
    }
    port.writeConfigurationMap(values);
}

}  // namespace optimizer
