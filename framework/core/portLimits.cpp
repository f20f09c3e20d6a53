#include "core/portLimits.hpp"

#include <gantry/Error.hpp>

#include <charconv>

#include "values/Value.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

}  // namespace

int readLimit(TypeMap& properties, const char* key, int otherwise, const std::string& port) {
    if (!properties.hasKey(key)) {
        return otherwise;
    }
    // By way of the text, since the property may be a number or a string.
    const std::string text = toText(valueOf(properties, key));
    if (text == "unlimited") {
        return kUnlimited;
    }
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number < 0) {
        throw Error(CCAExceptionType::BadProperties,
                    "port '" + port + "': property " + key + " is '" + text +
                        "'; give a number from 0 on, or \"unlimited\"");
    }
    return number;
}

void checkLimits(int fewest, int most, const std::string& port) {
    if (fewest > most) {
        throw Error(CCAExceptionType::BadProperties,
                    "port '" + port + "': MIN_CONNECTIONS is " + std::to_string(fewest) +
                        ", more than MAX_CONNECTIONS, which is " + std::to_string(most));
    }
}

}  // namespace gantry::framework
