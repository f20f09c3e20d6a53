// From the names of metrics to sources: wall and cpu are built in, all others come from shared
// objects that are found in folders.

#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/segment/CpuClock.hpp>

#include <algorithm>
#include <string>
#include <utility>

namespace gantry::perf {

namespace {

// A system call for each reading: most of what measuring CPU time costs.
class ThreadCpuClock final : public MetricSource {
public:
    const Metric& metric() const noexcept override { return metric_; }
    std::uint64_t read() noexcept override { return clockNs(CLOCK_THREAD_CPUTIME_ID); }
    bool readFor(pid_t thread, std::uint64_t& ticks) noexcept override {
        return threadCpuNs(thread, ticks);
    }
    std::uint64_t unitsPerTick() const noexcept override { return kTicksAreUnits; }
    bool processWide() const noexcept override { return false; }
    ClockKind clockKind() const noexcept override { return ClockKind::ThreadCpu; }
    bool isTimeStampCounter() const noexcept override { return false; }

private:
    Metric metric_{"cpu", "ns", "clock_gettime(CLOCK_THREAD_CPUTIME_ID)"};
};

std::vector<std::string> namesIn(std::string_view list) {
    std::vector<std::string> names;
    for (std::size_t begin = 0; begin <= list.size();) {
        const std::size_t end = std::min(list.find(',', begin), list.size());
        const std::string name(list.substr(begin, end - begin));
        if (name.empty()) {
            throw EngineError("metrics: a name is missing in '" + std::string(list) +
                              "'; write names separated by single commas, such as 'wall,cpu'");
        }
        if (std::find(names.begin(), names.end(), name) != names.end()) {
            throw EngineError("metrics: '" + name + "' occurs twice in '" + std::string(list) +
                              "'; name each metric once");
        }
        names.push_back(name);
        begin = end + 1;
    }
    if (names.size() > kMaxMetrics) {
        throw EngineError("metrics: '" + std::string(list) + "' names " +
                          std::to_string(names.size()) + "; at most " +
                          std::to_string(kMaxMetrics) + " can be measured at once");
    }
    return names;
}

// One name on its way to a source.
struct Wanted {
    std::string name;
    std::shared_ptr<MetricSource> source;
    std::vector<const MetricLibrary*> toAsk;  // those still to be asked, the next one last
    std::string reason;                       // of the first one that refused
};

// The libraries that answer for the name, the one with the longest pattern last.
std::vector<const MetricLibrary*> answering(const std::string& name,
                                            const std::vector<MetricLibrary>& libraries) {
    std::vector<const MetricLibrary*> fitting;
    for (const MetricLibrary& library : libraries) {
        if (library.fit(name) > 0) {
            fitting.push_back(&library);
        }
    }
    std::stable_sort(fitting.begin(), fitting.end(),
                     [&name](const MetricLibrary* a, const MetricLibrary* b) {
                         return a->fit(name) < b->fit(name);
                     });
    return fitting;
}

[[noreturn]] void failUnknown(const std::string& name,
                              const std::vector<MetricLibrary>& libraries) {
    std::string known = "wall, cpu";
    for (const MetricLibrary& library : libraries) {
        known += std::string("; from ") + library.name + ": " + library.description->names;
    }
    throw EngineError("metrics: there is no metric '" + name + "'; available are: " + known +
                      (libraries.empty() ? "; no shared objects with metrics were found" : ""));
}

// Opens one group of all names whose next library this is.
void ask(const MetricLibrary& library, std::vector<Wanted>& wanted) {
    std::vector<std::string> names;
    for (const Wanted& one : wanted) {
        if (!one.source && !one.toAsk.empty() && one.toAsk.back() == &library) {
            names.push_back(one.name);
        }
    }
    if (names.empty()) {
        return;
    }
    std::vector<MetricRefusal> refused;
    std::vector<std::shared_ptr<MetricSource>> members;
    if (const std::shared_ptr<MetricGroup> group = library.group(names, refused)) {
        members = membersOf(group);
    }
    for (Wanted& one : wanted) {
        if (std::find(names.begin(), names.end(), one.name) == names.end()) {
            continue;
        }
        one.toAsk.pop_back();
        for (const auto& member : members) {
            if (member->metric().name == one.name) {
                one.source = member;
            }
        }
        for (const MetricRefusal& refusal : refused) {
            if (refusal.name == one.name && one.reason.empty()) {
                one.reason = refusal.reason;
            }
        }
    }
}

// Each round asks the next library of those names that still lack a source; it ends, as each
// question takes a library off a list.
void askLibraries(std::vector<Wanted>& wanted, const std::vector<MetricLibrary>& libraries) {
    for (Wanted& one : wanted) {
        if (!one.source) {
            one.toAsk = answering(one.name, libraries);
            if (one.toAsk.empty()) {
                failUnknown(one.name, libraries);
            }
        }
    }
    const auto unanswered = [](const Wanted& one) { return !one.source && !one.toAsk.empty(); };
    while (std::any_of(wanted.begin(), wanted.end(), unanswered)) {
        for (const MetricLibrary& library : libraries) {
            ask(library, wanted);
        }
    }
}

}  // namespace

std::shared_ptr<MetricSource> threadCpuClock() {
    return std::make_shared<ThreadCpuClock>();
}

ChosenMetrics chooseMetrics(std::string_view names,
                            const std::vector<std::filesystem::path>& folders) {
    std::vector<Wanted> wanted;
    bool others = false;
    for (const std::string& name : namesIn(names)) {
        Wanted one{name, nullptr, {}, {}};
        if (name == "wall") {
            one.source = wallClock();
        } else if (name == "cpu") {
            one.source = threadCpuClock();
        }
        others = others || !one.source;
        wanted.push_back(std::move(one));
    }
    if (others) {
        askLibraries(wanted, metricLibraries(folders));
    }
    ChosenMetrics chosen;
    for (Wanted& one : wanted) {
        if (one.source) {
            chosen.sources.push_back(std::move(one.source));
        } else {
            chosen.refused.push_back(
                {one.name, one.reason.empty() ? "no reason was given" : one.reason});
        }
    }
    if (chosen.sources.empty()) {
        chosen.sources.push_back(wallClock());
    }
    return chosen;
}

std::vector<std::shared_ptr<MetricSource>> metricsByName(std::string_view names) {
    ChosenMetrics chosen = chooseMetrics(names);
    if (!chosen.refused.empty()) {
        const MetricRefusal& first = chosen.refused.front();
        throw EngineError("metrics: '" + first.name + "' cannot be measured: " + first.reason);
    }
    return std::move(chosen.sources);
}

}  // namespace gantry::perf
