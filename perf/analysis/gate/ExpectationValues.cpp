#include "ExpectationValues.hpp"

#include <base/text/GlobPattern.hpp>
#include <base/text/NameSuggestion.hpp>
#include <perf/analysis/StateTable.hpp>
#include <perf/analysis/compare/RankTest.hpp>
#include <perf/analysis/findings/Efficiency.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace gantry::perf {

namespace {

bool matches(const TimerInfo& timer, const std::string& pattern) {
    return base::matchesPattern(pattern, timer.name) ||
           base::matchesPattern(pattern, fullName(timer));
}

std::optional<std::size_t> metricPlace(const Profile& profile, const std::string& name) {
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        if (profile.metrics[m].name == name) {
            return m;
        }
    }
    return std::nullopt;
}

ExpectedValue eventCount(const Profile& profile, const std::string& name) {
    ExpectedValue known;
    bool found = false;
    for (const EventStats& event : profile.events) {
        if (event.path.empty() && base::matchesPattern(name, event.name)) {
            // Each event for itself has to fit.
            known.value = std::max(known.value, static_cast<double>(event.count));
            found = true;
        }
    }
    known.why = found ? "" : "no event is called '" + name + "'";
    return known;
}

// Mean over the ranks as a part of the largest.
ExpectedValue balanceOf(const Profile& profile, const std::string& name) {
    if (!profile.ranks) {
        return {0, "", "the balance of '" + name + "' needs values of several ranks"};
    }
    for (const RankRecord& record : profile.ranks->timers) {
        if (matches(record.info, name) && !record.inclusive.empty()) {
            const RankStats& stats = record.inclusive.front();
            return stats.max > 0 ? ExpectedValue{stats.mean / stats.max, "", ""}
                                 : ExpectedValue{0, "", "'" + name + "' has no time on any rank"};
        }
    }
    return {0, "", "no timer is called '" + name + "'"};
}

std::string unknownTimer(const Profile& profile, const std::string& name) {
    std::vector<std::string> names;
    names.reserve(profile.timers.size());
    for (const TimerInfo& timer : profile.timers) {
        names.push_back(timer.name);
    }
    return "no timer that was started is called '" + name + "'" + base::didYouMean(name, names);
}

ExpectedValue timerValue(const Profile& profile, const ExpectedTerm& term) {
    const bool isMetric = term.quantity != "total" && term.quantity != "self" &&
                          term.quantity != "calls" && term.quantity != "time";
    const std::optional<std::size_t> metric =
        isMetric ? metricPlace(profile, term.quantity) : std::optional<std::size_t>(0);
    if (!metric || profile.metrics.empty()) {
        return {0, "", "'" + term.quantity + "' was not measured"};
    }
    ExpectedValue known{0, term.quantity == "calls" ? "" : profile.metrics[*metric].unit, ""};
    bool found = false;
    for (const TimerRecord& record : flat(profile)) {
        if (!matches(record.info, term.name)) {
            continue;
        }
        found = true;
        // The sum over all timers that fit; values are those of all threads.
        known.value += term.quantity == "calls"  ? static_cast<double>(record.calls)
                       : term.quantity == "self" ? static_cast<double>(record.exclusive[*metric])
                                                 : static_cast<double>(record.inclusive[*metric]);
    }
    known.why = found ? "" : unknownTimer(profile, term.name);
    return known;
}

// The largest number of opens of one file by one process: a file that each rank reads is opened
// once by each. Names such as "(pipe)" stand for many objects.
ExpectedValue opensOf(const Profile& profile, const std::string& pattern) {
    ExpectedValue known;
    bool recorded = false;
    bool found = false;
    for (const ModuleRecords& module : profile.modules) {
        const auto place = fieldOf(module, "opens");
        if (!place) {
            continue;
        }
        recorded = true;
        if (!module.partial.empty()) {
            return {0, "", "not all files were recorded: " + module.partial};
        }
        for (const ModuleRecord& record : module.records) {
            if (record.name.starts_with('(') || !base::matchesPattern(pattern, record.name)) {
                continue;
            }
            found = true;
            known.value = std::max(known.value, static_cast<double>(record.values[*place]));
        }
    }
    // No file at all fits "*" as well: then none was opened.
    known.why = !recorded ? "no opens of files were recorded; measure with the modules posix and "
                            "stdio"
                : !found && pattern != "*" ? "no file is called '" + pattern + "'"
                                           : "";
    return known;
}

const EfficiencyPart* partOf(const RunEfficiency& run, const std::string& pattern) {
    if (pattern.empty()) {
        return &run.whole;
    }
    for (const auto* parts : {&run.phases, &run.regions}) {
        for (const EfficiencyPart& part : *parts) {
            if (base::matchesPattern(pattern, part.name)) {
                return &part;
            }
        }
    }
    return nullptr;
}

// As `efficiencyOf()` has it. On shared cores wall time contains waiting for a core: then only a
// balance of CPU times says something of the program.
ExpectedValue efficiencyIn(const Profile& profile, const ExpectedTerm& term) {
    static const StateRules rules{usualStates()};
    RunEfficiency run;
    try {
        run = efficiencyOf(profile, rules);
    } catch (const std::invalid_argument& error) {
        return {0, "", error.what()};
    }
    const bool isBalance = term.quantity == "load balance";
    const EfficiencyPart* const part = partOf(run, term.name);
    if (run.ranks < 2) {
        return {0, "", "the run has one rank, so there is no " + term.quantity};
    }
    if (profile.ranks && profile.ranks->size > run.ranks) {
        return {0, "",
                "only " + std::to_string(run.ranks) + " of " + std::to_string(profile.ranks->size) +
                    " ranks are in the run one by one"};
    }
    if (part == nullptr) {
        return {0, "", "no phase and no region is called '" + term.name + "'"};
    }
    if (run.sharesCores() && !(isBalance && run.hasCpu)) {
        return {0, "",
                "ranks shared cores, so wall time says nothing of their " + term.quantity +
                    (isBalance ? "; measure the metrics wall and cpu" : "")};
    }
    return {isBalance                           ? run.loadBalance(*part)
            : term.quantity.starts_with("comm") ? part->factors.communication
                                                : part->factors.parallel,
            "", ""};
}

bool isEfficiency(const std::string& quantity) {
    return quantity == "parallel efficiency" || quantity == "communication efficiency" ||
           quantity == "load balance";
}

// A partial run has values that are too small, so nothing is said by it.
ExpectedValue valueIn(const Profile& profile, const ExpectedTerm& term) {
    if (term.quantity.empty()) {
        return {term.factor, term.unit, ""};
    }
    if (!profile.partial.empty()) {
        return {0, "", "a run is partial: " + profile.partial};
    }
    ExpectedValue known;
    if (term.quantity == "count") {
        known = eventCount(profile, term.name);
    } else if (term.quantity == "balance") {
        known = balanceOf(profile, term.name);
    } else if (term.quantity == "opens") {
        known = opensOf(profile, term.name);
    } else if (isEfficiency(term.quantity)) {
        known = efficiencyIn(profile, term);
    } else if (term.name.empty()) {
        known = {static_cast<double>(profile.timeNs), "ns", ""};
    } else {
        known = timerValue(profile, term);
    }
    known.value *= term.factor;
    return known;
}

}  // namespace

// One run without the value makes the whole unknown: a median of the others would hide it.
ExpectedValue expectedValue(const std::vector<Profile>& runs, const ExpectedTerm& term) {
    std::vector<double> values;
    ExpectedValue known;
    for (const Profile& run : runs) {
        known = valueIn(run, term);
        if (!known.why.empty()) {
            return known;
        }
        values.push_back(known.value);
    }
    known.value = median(values);
    return known;
}

}  // namespace gantry::perf
