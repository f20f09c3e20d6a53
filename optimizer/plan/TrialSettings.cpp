#include "TrialSettings.hpp"

#include <algorithm>
#include <cmath>

namespace optimizer {
namespace {

[[noreturn]] void refuse(const std::string& parameter, const std::string& problem) {
    refuseParameter("the optimizer", parameter, problem);
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
        refuse(parameter, "is empty; set it to a list of names separated by commas");
    }
    // A copy is sorted; the user's order decides elsewhere.
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
        refuse(parameter, "names '" + instance + "', which does not exist");
    }
    if (!assembly.providedPort(instance, kFunctionType)) {
        refuse(parameter, "names '" + instance + "', which does not provide " + kFunctionType);
    }
}

std::string typeOfTunedPort(const Assembly::Provider& user, const Assembly& assembly) {
    if (!assembly.has(user.instance)) {
        refuse("user", "names '" + user.instance + "', which does not exist");
    }
    std::string type = assembly.typeOfUsedPort(user.instance, user.port);
    if (type.empty()) {
        refuse("userPort",
               "names '" + user.port + "', which is not a uses port of '" + user.instance + "'");
    }
    return type;
}

// Candidates that are marked for a child process are refused rather than called in this one, as
// their user expects them to crash.
void readCandidateNames(TrialSettings& settings) {
    if (!settings.port.candidates || settings.port.candidates->empty()) {
        refuse("candidates", "names no classes; set it to a list of classes separated by commas");
    }
    for (const CandidateSpec& candidate : *settings.port.candidates) {
        if (candidate.isolated) {
            refuse("candidates", "has '" + candidate.name +
                                     "!', and a trial is not called in a child process; remove "
                                     "the '!'");
        }
        settings.problem.candidates.push_back(candidate.name);
    }
}

void readIntegrals(TrialSettings& settings, const gantry::Parameters& parameters,
                   const Assembly& assembly) {
    Problem& problem = settings.problem;
    problem.subjects = splitList(parameters.getString("subjects"));
    if (problem.subjects.empty()) {
        problem.subjects = allFunctions(assembly);
    }
    checkNames("subjects", problem.subjects);
    for (const std::string& subject : problem.subjects) {
        checkFunction("subjects", subject, assembly);
    }
    problem.accuracy = parameters.getDouble("accuracy");
    // In this form a NaN is refused as well.
    if (!(problem.accuracy > 0) || !std::isfinite(problem.accuracy)) {
        refuse("accuracy", "must be a positive, finite number");
    }
    settings.finalSubject = parameters.getString("finalSubject");
    // The last one in the user's order, which is why checkNames sorts a copy.
    if (settings.finalSubject.empty()) {
        settings.finalSubject = problem.subjects.back();
    }
    checkFunction("finalSubject", settings.finalSubject, assembly);
    settings.references = splitList(parameters.getString("reference"));
    checkNames("reference", settings.references);
    // One rule cannot show its own error: two different ones must agree.
    if (settings.references.size() < 2) {
        refuse("reference", "names only '" + settings.references.front() +
                                "', so that nothing verifies it; name two classes with different "
                                "rules");
    }
}

}  // namespace

TrialSettings readTrialSettings(const gantry::Parameters& parameters, const Assembly& assembly) {
    TrialSettings settings;
    settings.port = readPortSettings(parameters, "the optimizer");
    settings.type = typeOfTunedPort(settings.port.user, assembly);
    settings.problem.metric = settings.port.metric;
    readCandidateNames(settings);
    if (settings.isIntegrator()) {
        readIntegrals(settings, parameters, assembly);
    } else if (!settings.port.unverified) {
        refuse("unverified", "is refuse, and results of ports of type " + settings.type +
                                 " cannot be verified here; set it to allow if you trust every "
                                 "candidate");
    }
    settings.maxEvaluations = parameters.getLong("maxEvaluations");
    settings.repetitions = parameters.getInt("repetitions");
    settings.enoughSeconds = parameters.getDouble("enoughSeconds");
    return settings;
}

}  // namespace optimizer
