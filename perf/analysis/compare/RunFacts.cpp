// What differs between runs beside their values: anyone who compares two sets should see at once
// that the machine, a parameter or the assembly is another one.

#include <perf/analysis/compare/RunFacts.hpp>
#include <perf/model/CoreUse.hpp>
#include <perf/model/ModuleReportFact.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace gantry::perf {

namespace {

// Such facts differ in any two runs, or are listed already; each of them would be a false alarm.
// Of one run alone, or said by Machine.
bool isOfOneRun(std::string_view key) {
    constexpr std::array<std::string_view, 9> kKeys{
        "start", "session",    "host",  "rank", "recovered from", "measurement overhead",
        "pid",   "trace file", kCoreUse};
    return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end() ||
           key.rfind("process.", 0) == 0 || key.rfind("machine.", 0) == 0 ||
           key.rfind("trace", 0) == 0 || key.starts_with(kModuleReportFact);
}

void add(RunFacts& facts, const std::string& key, const std::string& value) {
    if (!value.empty()) {
        facts.emplace_back(key, value);
    }
}

void addContext(RunFacts& facts, const Profile& profile) {
    // First what decides whether the runs can be compared at all; the other facts of the context
    // follow by name.
    for (const char* const key : {"script", "executable", "command"}) {
        for (const auto& [name, value] : profile.context) {
            if (name == key) {
                add(facts, key, value);
            }
        }
    }
    add(facts, "machine", profile.machine.host);
    add(facts, "processor", profile.machine.cpuModel);
    add(facts, "cores", std::to_string(profile.machine.cores));
    add(facts, "system", profile.machine.os);
    add(facts, "clock source", profile.machine.clockSource);
    for (const Metric& metric : profile.metrics) {
        add(facts, "metric " + metric.name, metric.source);
    }
    add(facts, "ranks", std::to_string(profile.ranks ? profile.ranks->size : 1));
    std::map<std::string, std::string> others;
    for (const auto& [name, value] : profile.context) {
        if (!isOfOneRun(name) && name != "script" && name != "executable" && name != "command") {
            // A key may come several times; keys of the result are unique.
            std::string& text = others[name];
            text += (text.empty() ? "" : ", ") + value;
        }
    }
    for (const auto& [name, value] : others) {
        add(facts, name, value);
    }
}

void addAssembly(RunFacts& facts, const Assembly& assembly) {
    std::map<std::string, std::string> instances;
    for (const Instance& instance : assembly.instances) {
        // Maps, so that the order in which a script creates components makes no difference.
        instances["component " + instance.name] = instance.className;
    }
    std::map<std::string, std::string> connections;
    for (const Connection& connection : assembly.connections) {
        std::string& text = connections["port " + connection.user + '.' + connection.usesPort];
        text += (text.empty() ? "" : ", ") + connection.provider + '.' + connection.providesPort;
    }
    facts.insert(facts.end(), instances.begin(), instances.end());
    facts.insert(facts.end(), connections.begin(), connections.end());
}

void addHistory(RunFacts& facts, const History& history) {
    std::map<std::string, std::string> swaps;
    for (const ArchivedChange& change : history.changes) {
        if (change.action == "swap") {
            std::string& text = swaps["swaps of " + change.user + '.' + change.usesPort];
            // In the order of time: swapping forth and back is not the same as never swapping.
            text += (text.empty() ? "" : ", ") + change.provider;
        }
    }
    std::map<std::string, std::map<std::string, std::int64_t>> decisions;
    for (const ArchivedDecision& decision : history.decisions) {
        // How often each candidate was chosen, not when: the optimizer takes its choices at other
        // moments in each run.
        decisions["decisions for " + decision.port][decision.candidate] += decision.repeats;
    }
    facts.insert(facts.end(), swaps.begin(), swaps.end());
    for (const auto& [port, candidates] : decisions) {
        std::string text;
        for (const auto& [candidate, count] : candidates) {
            text += (text.empty() ? "" : ", ") + candidate + ' ' + std::to_string(count) + 'x';
        }
        add(facts, port, text);
    }
}

using Values = std::map<std::string, std::vector<std::string>>;

Values valuesOf(const std::vector<RunFacts>& runs, std::vector<std::string>& order) {
    Values values;
    for (const RunFacts& facts : runs) {
        for (const auto& [key, value] : facts) {
            std::vector<std::string>& known = values[key];
            known.push_back(value);
            // A fact that only later runs have comes behind those of the first one.
            if (std::find(order.begin(), order.end(), key) == order.end()) {
                order.push_back(key);
            }
        }
    }
    return values;
}

std::string joined(const std::set<std::string>& values) {
    constexpr std::size_t kMost = 3;
    std::string text;
    std::size_t shown = 0;
    for (const std::string& value : values) {
        if (shown++ == kMost) {
            return text + " | ...";
        }
        text += (text.empty() ? "" : " | ") + value;
    }
    return text;
}

}  // namespace

RunFacts factsOf(const Profile& profile, const History& history) {
    RunFacts facts;
    addContext(facts, profile);
    addAssembly(facts, profile.assembly);
    addHistory(facts, history);
    return facts;
}

std::vector<FactDifference> differingFacts(const std::vector<RunFacts>& before,
                                           const std::vector<RunFacts>& after) {
    std::vector<std::string> order;
    Values first = valuesOf(before, order);
    Values second = valuesOf(after, order);
    std::vector<FactDifference> differences;
    for (const std::string& key : order) {
        const std::set<std::string> a(first[key].begin(), first[key].end());
        const std::set<std::string> b(second[key].begin(), second[key].end());
        // As many values as runs on both sides: such a fact, a seed perhaps, says nothing about the
        // sets.
        const bool fromRunToRun = before.size() > 1 && after.size() > 1 &&
                                  a.size() == before.size() && b.size() == after.size();
        if (a != b && !fromRunToRun) {
            differences.push_back({key, joined(a), joined(b)});
        }
    }
    return differences;
}

std::vector<std::string> unequalFacts(const std::vector<RunFacts>& runs) {
    std::vector<std::string> order;
    Values values = valuesOf(runs, order);
    std::vector<std::string> unequal;
    for (const std::string& key : order) {
        const std::set<std::string> different(values[key].begin(), values[key].end());
        const bool missing = values[key].size() < runs.size();
        if ((different.size() > 1 || missing) && different.size() < runs.size()) {
            unequal.push_back(key);
        }
    }
    return unequal;
}

}  // namespace gantry::perf
