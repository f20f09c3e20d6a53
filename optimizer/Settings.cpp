#include "Settings.hpp"

#include <algorithm>
#include <cmath>

namespace optimizer {
namespace {

[[noreturn]] void refuse(const std::string& parameter, const std::string& problem) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                        "the optimizer's parameter '" + parameter + "' " + problem);
}

std::vector<std::string> splitList(const std::string& text) {
    std::vector<std::string> words(1);
    for (const char c : text) {
        if (c == ',') {
            words.emplace_back();
        } else if (c != ' ' && c != '\t') {
            words.back() += c;
        }
    }
    std::erase(words, "");
    return words;
}

void checkNames(const std::string& parameter, std::vector<std::string> names) {
    if (names.empty()) {
        refuse(parameter, "names nothing; set it to a list of names separated by commas");
    }
    std::sort(names.begin(), names.end());
    const auto twice = std::adjacent_find(names.begin(), names.end());
    if (twice != names.end()) {
        refuse(parameter, "names '" + *twice + "' twice");
    }
}

std::vector<std::string> allFunctions(const Assembly& assembly) {
    std::vector<std::string> functions;
    for (const std::string& instance : assembly.instances()) {
        if (assembly.providedPort(instance, kFunctionType)) {
            functions.push_back(instance);
        }
    }
    if (functions.empty()) {
        refuse("subjects", std::string("is empty and no instance provides ") + kFunctionType +
                               "; create a function component first");
    }
    return functions;
}

void checkFunction(const std::string& parameter, const std::string& instance,
                   const Assembly& assembly) {
    if (!assembly.has(instance)) {
        refuse(parameter, "names '" + instance + "', and there is no such instance");
    }
    if (!assembly.providedPort(instance, kFunctionType)) {
        refuse(parameter, "names '" + instance + "', which does not provide " + kFunctionType);
    }
}

void checkUser(const Assembly::Provider& user, const Assembly& assembly) {
    if (!assembly.has(user.instance)) {
        refuse("user", "names '" + user.instance + "', and there is no such instance");
    }
    for (const Assembly::Port& port : assembly.usedPorts(user.instance)) {
        if (port.name == user.port && port.type == kIntegratorType) {
            return;
        }
    }
    refuse("userPort", "names '" + user.port + "', which is no uses port of type " +
                           kIntegratorType + " of '" + user.instance + "'");
}

}  // namespace

Settings readSettings(const gantry::Parameters& parameters, const Assembly& assembly) {
    Settings settings;
    settings.problem.candidates = splitList(parameters.getString("candidates"));
    checkNames("candidates", settings.problem.candidates);
    settings.problem.subjects = splitList(parameters.getString("subjects"));
    if (settings.problem.subjects.empty()) {
        settings.problem.subjects = allFunctions(assembly);
    }
    checkNames("subjects", settings.problem.subjects);
    for (const std::string& subject : settings.problem.subjects) {
        checkFunction("subjects", subject, assembly);
    }
    settings.problem.accuracy = parameters.getDouble("accuracy");
    if (!(settings.problem.accuracy > 0) || !std::isfinite(settings.problem.accuracy)) {
        refuse("accuracy", "must be a positive, finite number");
    }
    settings.user = {parameters.getString("user"), parameters.getString("userPort")};
    checkUser(settings.user, assembly);
    settings.finalSubject = parameters.getString("finalSubject");
    if (settings.finalSubject.empty()) {
        settings.finalSubject = settings.problem.subjects.back();
    }
    checkFunction("finalSubject", settings.finalSubject, assembly);
    settings.maxEvaluations = parameters.getLong("maxEvaluations");
    settings.repetitions = parameters.getInt("repetitions");
    settings.enoughSeconds = parameters.getDouble("enoughSeconds");
    settings.references = splitList(parameters.getString("reference"));
    checkNames("reference", settings.references);
    if (settings.references.size() < 2) {
        refuse("reference", "names '" + settings.references.front() +
                                "' only, which nobody checks; name two classes of different rules");
    }
    return settings;
}

}  // namespace optimizer
