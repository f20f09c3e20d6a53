#include <framework/ClassDocument.hpp>

#include <nlohmann/json.hpp>

#include <utility>

namespace gantry::framework {

namespace {

using Json = nlohmann::ordered_json;

Json classJson(const ClassInfo& component) {
    Json ports = Json::array();
    for (const PortInfo& port : component.ports) {
        ports.push_back({{"name", port.name},
                         {"type", port.type},
                         {"provided", port.provided},
                         {"required", port.required},
                         {"monitorable", port.monitorable},
                         {"guarded", port.guarded}});
    }
    Json parameters = Json::array();
    for (const ParameterInfo& parameter : component.parameters) {
        Json entry{{"port", parameter.port},
                   {"key", parameter.key},
                   {"type", parameter.type},
                   {"default", parameter.defaultValue},
                   {"help", parameter.help}};
        if (!parameter.low.empty()) {
            entry["low"] = parameter.low;
            entry["high"] = parameter.high;
        }
        if (!parameter.choices.empty()) {
            entry["choices"] = parameter.choices;
        }
        parameters.push_back(std::move(entry));
    }
    return {{"class", component.name},
            {"version", component.version},
            {"summary", component.summary},
            {"library", component.library.string()},
            {"ports", ports},
            {"parameters", parameters}};
}

}  // namespace

std::string toJson(const std::vector<ClassInfo>& classes,
                   const std::vector<RejectedLibrary>& rejected) {
    Json components = Json::array();
    for (const ClassInfo& component : classes) {
        components.push_back(classJson(component));
    }
    Json refused = Json::array();
    for (const RejectedLibrary& library : rejected) {
        refused.push_back({{"library", library.library.string()}, {"reason", library.reason}});
    }
    return Json{{"components", components}, {"rejected", refused}}.dump(
               2, ' ', true, Json::error_handler_t::replace) +
           '\n';
}

}  // namespace gantry::framework
