#include <base/text/NumberText.hpp>
#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricPlugins.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/machine/MetricFindings.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <sstream>

namespace gantry::perf {

namespace {

/// Seconds one call takes: the median of some batches.
template <class Read>
double costOf(Read read) {
    constexpr int kReadings = 100;
    std::array<double, 21> batches{};
    for (double& batch : batches) {
        const auto begin = std::chrono::steady_clock::now();
        for (int i = 0; i < kReadings; ++i) {
            read();
        }
        batch = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() /
                kReadings;
    }
    std::nth_element(batches.begin(), batches.begin() + batches.size() / 2, batches.end());
    return batches[batches.size() / 2];
}

std::string costOfGroup(MetricGroup& group) {
    std::array<std::uint64_t, kMaxMetrics> values{};
    return base::duration(costOf([&] { group.read(values.data()); })) + " a reading";
}

/// What is wrong, and behind the first semicolon how to fix it.
MachineFinding refusal(const std::string& subject, const std::string& names,
                       const std::string& reason) {
    const std::size_t end = reason.find("; ");
    return {subject, names + ": " + reason.substr(0, end),
            end == std::string::npos ? "" : reason.substr(end + 2)};
}

std::vector<std::string> wordsOf(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

/// Each example alone, and then as many of those that work as can be measured at once; those that
/// are refused for one reason in one line.
void addLibrary(const MetricLibrary& library, std::vector<MachineFinding>& findings) {
    std::vector<std::string> working;
    std::map<std::string, std::string> namesByReason;
    for (const std::string& name : wordsOf(library.description->examples)) {
        std::vector<MetricRefusal> refused;
        if (const auto group = library.group({name}, refused)) {
            findings.push_back({"metric " + name,
                                group->metrics().front().source + ", " + costOfGroup(*group), ""});
            working.push_back(name);
        } else if (!refused.empty()) {
            std::string& names = namesByReason[refused.front().reason];
            names += (names.empty() ? "" : ", ") + name;
        }
    }
    for (const auto& [reason, names] : namesByReason) {
        findings.push_back(refusal("metrics not here", names, reason));
    }
    working.resize(std::min(working.size(), kMaxMetrics));
    std::vector<MetricRefusal> refused;
    if (working.size() > 1) {
        if (const auto group = library.group(working, refused)) {
            findings.push_back({"metrics of " + library.name,
                                library.description->help + std::string("; ") +
                                    base::plural(group->metrics().size(), "metric") +
                                    " at once: " + costOfGroup(*group),
                                ""});
        }
    }
}

}  // namespace

std::vector<MachineFinding> metricFindings() {
    std::vector<MachineFinding> findings;
    for (const auto& source : {wallClock(), threadCpuClock()}) {
        const std::string cost = base::duration(costOf([&] { static_cast<void>(source->read()); }));
        findings.push_back({"metric " + source->metric().name,
                            source->metric().source + ", " + cost + " a reading", ""});
    }
    std::vector<MetricRefusal> rejected;
    const auto libraries = metricLibraries(metricFolders(), &rejected);
    for (const MetricLibrary& library : libraries) {
        try {
            addLibrary(library, findings);
        } catch (const EngineError& error) {
            findings.push_back({"metrics of " + library.name, error.what(), ""});
        }
    }
    for (const MetricRefusal& file : rejected) {
        findings.push_back({"metrics left out", file.name + ": " + file.reason, ""});
    }
    const bool hasPapi =
        std::any_of(libraries.begin(), libraries.end(),
                    [](const MetricLibrary& library) { return library.name == "papi"; });
    if (!hasPapi) {
        findings.push_back({"metrics of papi", "PAPI is not built in",
                            "install the package libpapi-dev and build again"});
    }
    return findings;
}

}  // namespace gantry::perf
