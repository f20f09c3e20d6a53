#include <perf/analysis/compare/RunFacts.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

namespace gantry::perf {

namespace {

// Of one run alone, or said by Machine.
bool isOfOneRun(std::string_view key) {
    constexpr std::array<std::string_view, 8> kKeys{
        "start", "session",   "host", "rank", "recovered from", "measurement overhead",
        "pid",   "trace file"};
    return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end() ||
           key.rfind("process.", 0) == 0 || key.rfind("machine.", 0) == 0 ||
           key.rfind("trace", 0) == 0;
}

void add(RunFacts& facts, const std::string& key, const std::string& value) {
    if (!value.empty()) {
        facts.emplace_back(key, value);
    }
}

void addContext(RunFacts& facts, const Profile& profile) {
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
            text += (text.empty() ? "" : ", ") + change.provider;
        }
    }
    std::map<std::string, std::map<std::string, std::int64_t>> decisions;
    for (const ArchivedDecision& decision : history.decisions) {
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
