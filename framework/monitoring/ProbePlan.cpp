// What was asked for is checked completely before the first timer is made, so that a request with
// an unknown name leaves neither timers nor records behind.

#include "monitoring/ProbePlan.hpp"

#include <base/text/GlobPattern.hpp>
#include <base/text/NameSuggestion.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <string_view>
#include <utility>

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;

}  // namespace

std::vector<std::size_t> ProbePlan::selected(const Names& names) const {
    // Flags instead of a list, so that several patterns give each method once, in the order of the
    // interface.
    std::vector<bool> chosen(methods_.size(), options_.methods.empty());
    for (const std::string& pattern : options_.methods) {
        bool found = unknown_ == Unknown::Ignore;
        for (std::size_t i = 0; i < methods_.size(); ++i) {
            if (base::matchesPattern(pattern, methods_[i].name)) {
                found = chosen[i] = true;
            }
        }
        if (!found) {
            std::vector<std::string> known;
            for (const MethodDescription& method : methods_) {
                known.emplace_back(method.name);
            }
            throw Error(CCAExceptionType::BadProperties, names.portType + " has no method '" +
                                                             pattern + "'" +
                                                             base::suggest(pattern, known));
        }
    }
    std::vector<std::size_t> list;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        if (chosen[i]) {
            list.push_back(i);
        }
    }
    return list;
}

void ProbePlan::checkParameters(const std::vector<std::size_t>& methods, const Names& names) const {
    for (const std::string& wanted : options_.parameters) {
        std::vector<std::string> recordable;
        std::string unrecordable;
        for (const std::size_t method : methods) {
            for (const ArgumentDescription& argument : methods_[method].arguments) {
                if (argument.recordable) {
                    recordable.emplace_back(argument.name);
                } else if (wanted == argument.name) {
                    unrecordable = argument.type;
                }
            }
        }
        if (std::find(recordable.begin(), recordable.end(), wanted) != recordable.end()) {
            continue;
        }
        throw Error(CCAExceptionType::BadProperties,
                    unrecordable.empty()
                        ? "no monitored method of " + names.portType + " has a parameter '" +
                              wanted + "'" + base::suggest(wanted, recordable)
                        : "parameter '" + wanted + "' of " + names.portType + " has type " +
                              unrecordable +
                              ", which cannot be recorded; only numbers and the lengths of arrays "
                              "and strings can");
    }
}

std::vector<std::size_t> ProbePlan::recordedArguments(const MethodDescription& method) const {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < method.arguments.size(); ++i) {
        const ArgumentDescription& argument = method.arguments[i];
        const bool wanted = options_.parameters.empty() ||
                            std::find(options_.parameters.begin(), options_.parameters.end(),
                                      std::string_view(argument.name)) != options_.parameters.end();
        if (argument.recordable && wanted) {
            numbers.push_back(i);
        }
    }
    return numbers;
}

PlannedProbe ProbePlan::probeOf(std::size_t index, const Names& names, const ProbeTools& tools,
                                const SamplingFactory& sampling) const {
    const MethodDescription& method = methods_[index];
    MonitoredMethod shown{method.name, false, false, {}, {}, method.clauses.size(), 0};
    std::shared_ptr<CountedSampling> checks;
    auto probe = std::make_shared<MethodProbe>();
    probe->connection = names.connection;
    if (options_.timed) {
        probe->timer = tools.measurement->createTimerWithNameTypeGroup(
            method.timerName, names.connection, names.user);
        shown.timed = true;
    }
    if (options_.recorded) {
        probe->recordedArguments = recordedArguments(method);
        for (const std::size_t argument : probe->recordedArguments) {
            shown.parameters.emplace_back(method.arguments[argument].name);
        }
        // A method without any of the parameters that were asked for is not recorded at all.
        if (options_.parameters.empty() || !shown.parameters.empty()) {
            probe->monitor = tools.monitor;
            // The name of the record, which the monitor port shows.
            probe->record = names.connection + "::" + method.name;
            probe->recordedNames = sidl::array<std::string>(shown.parameters);
            shown.recorded = true;
        }
    }
    // Sampling is asked for methods that have something to check, so that a budget is shared by
    // those.
    if (!method.clauses.empty()) {
        checks = sampling.next();
        probe->contracts = checks;
        shown.contracts = sampling.policy();
    }
    return {index, std::move(probe), std::move(shown), std::move(checks)};
}

std::vector<PlannedProbe> ProbePlan::make(const Names& names, const ProbeTools& tools,
                                          const SamplingFactory& sampling) const {
    const std::vector<std::size_t> methods = selected(names);
    if (options_.recorded && unknown_ == Unknown::Refuse) {
        checkParameters(methods, names);
    }
    std::vector<PlannedProbe> probes;
    probes.reserve(methods.size());
    for (const std::size_t method : methods) {
        probes.push_back(probeOf(method, names, tools, sampling));
    }
    return probes;
}

}  // namespace gantry::framework
