#pragma once

#include <perf/document/JsonValues.hpp>

#include <optional>
#include <stdexcept>
#include <string>

namespace gantry::server {

/// What a page said, which is one JSON object of little depth. Throws std::invalid_argument.
perf::Json messageIn(const std::string& text);

/// The member, if there is one. Throws std::invalid_argument where it is of another type; `type` in
/// words, such as "a text".
template <class Value>
std::optional<Value> memberOf(const perf::Json& message, const char* name, const char* type) {
    const auto found = message.find(name);
    if (found == message.end() || found->is_null()) {
        return std::nullopt;
    }
    try {
        return found->get<Value>();
    } catch (const perf::Json::exception&) {
        throw std::invalid_argument("'" + std::string(name) + "' has to be " + type);
    }
}

}  // namespace gantry::server
