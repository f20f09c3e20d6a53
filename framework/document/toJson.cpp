#include <gantry/Error.hpp>

#include <nlohmann/json.hpp>

#include <sstream>

#include "document/AssemblyDocument.hpp"

namespace gantry::framework {
namespace {

using Json = nlohmann::ordered_json;

/// A number as one, if JSON has it; anything else as the text that scripts use.
// Numbers go by way of the text that scripts use, so both formats hold the same digits.
Json elementJson(const std::string& text, bool isText) {
    if (isText) {
        return text;
    }
    // nan, inf and complex numbers are no numbers of JSON; they stay texts.
    Json parsed = Json::parse(text, nullptr, false);
    return parsed.is_primitive() && !parsed.is_discarded() ? parsed : Json(text);
}

Json valueJson(const Value& value) {
    if (const auto* const texts = std::get_if<sidl::array<std::string>>(&value)) {
        Json list = Json::array();
        for (const std::string& text : *texts) {
            list.push_back(text);
        }
        return list;
    }
    const std::string text = toText(value);
    if (typeOf(value) < gov::cca::Type::IntArray) {
        return elementJson(text, std::holds_alternative<std::string>(value));
    }
    Json list = Json::array();
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        list.push_back(elementJson(word, false));
    }
    return list;
}

Json valuesJson(const std::vector<NamedValue>& values) {
    Json object = Json::object();
    for (const NamedValue& each : values) {
        object[each.key] = {{"type", wordOf(typeOf(each.value))}, {"value", valueJson(each.value)}};
    }
    return object;
}

Json portsJson(const std::vector<PortValues>& ports) {
    Json object = Json::object();
    for (const PortValues& port : ports) {
        object[port.port] = valuesJson(port.values);
    }
    return object;
}

Json instanceJson(const SavedInstance& instance) {
    Json object = {{"name", instance.name}, {"class", instance.className}};
    if (!instance.properties.empty()) {
        object["properties"] = valuesJson(instance.properties);
    }
    if (!instance.portProperties.empty()) {
        object["portProperties"] = portsJson(instance.portProperties);
    }
    if (!instance.parameters.empty()) {
        object["parameters"] = portsJson(instance.parameters);
    }
    return object;
}

Json connectionJson(const SavedConnection& connection) {
    const ConnectionInfo& ends = connection.ends;
    Json object = {{"user", ends.user},
                   {"usesPort", ends.usesPort},
                   {"provider", ends.provider},
                   {"providesPort", ends.providesPort}};
    if (connection.guarded) {
        object["guarded"] = true;
    }
    for (const MonitoredMethod& method : connection.monitored) {
        Json observed = {{"method", method.name}, {"timed", method.timed}};
        if (method.recorded) {
            observed["parameters"] = method.parameters;
        }
        observed["contracts"] = toText(method.contracts);
        object["monitored"].push_back(std::move(observed));
    }
    return object;
}

}  // namespace

std::string toJson(const AssemblyDocument& document) {
    // The format of docs/formats/assembly.md; fromJson.cpp checks these two before anything else.
    Json object = {{"format", "gantry-assembly"},
                   {"version", 1},
                   {"instances", Json::array()},
                   {"connections", Json::array()}};
    for (const SavedInstance& instance : document.instances) {
        object["instances"].push_back(instanceJson(instance));
    }
    for (const SavedConnection& connection : document.connections) {
        object["connections"].push_back(connectionJson(connection));
    }
    try {
        return object.dump(1) + '\n';
    } catch (const Json::type_error&) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "a name or value of the assembly is not UTF-8, which JSON cannot hold; save "
                    "it as a script, to a name that does not end in .json");
    }
}

}  // namespace gantry::framework
