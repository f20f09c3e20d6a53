#include <perf/model/SampledMetric.hpp>
#include <perf/sampling/SampleMerge.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include "PythonNames.hpp"
#include "StackGraft.hpp"

namespace gantry::perf {

namespace {

// The system cuts the name of a program to so many bytes.
constexpr std::size_t kNameBytes = 15;

// The place of the metric, made where there is none; nothing where no further one fits.
std::optional<std::size_t> metricIn(Profile& profile, const Metric& metric) {
    if (const auto known = sampledMetric(profile)) {
        return known;
    }
    if (profile.metrics.size() >= kMaxMetrics) {
        return std::nullopt;
    }
    profile.metrics.push_back(metric);
    return profile.metrics.size() - 1;
}

std::size_t newThread(Profile& profile, const std::string& name, ThreadRole role,
                      std::int32_t process) {
    ThreadProfile thread;
    for (const ThreadProfile& other : profile.threads) {
        thread.id = std::max(thread.id, other.id + 1);
    }
    thread.name = name;
    thread.ended = true;
    thread.role = role;
    thread.process = process;
    profile.threads.push_back(std::move(thread));
    return profile.threads.size() - 1;
}

// That of the processes of this program together, where the profile has it.
std::optional<std::size_t> threadOfProgram(const Profile& profile, const std::string& program) {
    for (std::size_t t = 0; t < profile.threads.size(); ++t) {
        if (profile.threads[t].process < 0 &&
            profile.threads[t].name.substr(0, kNameBytes) == program) {
            return t;
        }
    }
    return std::nullopt;
}

bool isOf(const SampledThread& thread, const SampledProcess& process) {
    return thread.process == process.process &&
           (process.program.empty() || thread.program == process.program.substr(0, kNameBytes));
}

}  // namespace

SampleMerge::SampleMerge(SampledRun run)
    : run_(std::move(run)), taken_(run_.profile.threads.size()) {}

void SampleMerge::addFacts(Profile& profile) const {
    for (const auto& fact : run_.profile.context) {
        profile.context.push_back(fact);
    }
}

void SampleMerge::namePython(std::uint32_t process, const PythonFunctions& functions) {
    perf::namePython(run_.profile, process, functions, Profile());
}

void SampleMerge::addTo(Profile& profile, const SampledProcess& process) {
    const PythonFunctions functions = takePythonFunctions(profile);
    perf::namePython(run_.profile, process.process, functions, profile);
    nameUnknownPython(run_.profile, process.process);
    const auto metric = metricIn(profile, run_.profile.metrics.front());
    if (!metric) {
        return;
    }
    StackGraft graft(profile, *metric, run_.profile);
    // A script has the name of its file for the system, and that of its interpreter here.
    const bool named =
        std::any_of(run_.threads.begin(), run_.threads.end(),
                    [&](const SampledThread& thread) { return isOf(thread, process); });
    const SampledProcess wanted{process.process, named ? process.program : "", process.threads};
    std::optional<std::size_t> further;
    for (std::size_t i = 0; i < run_.threads.size(); ++i) {
        if (taken_[i] || !isOf(run_.threads[i], wanted)) {
            continue;
        }
        taken_[i] = true;
        const auto known =
            std::find(wanted.threads.begin(), wanted.threads.end(), run_.threads[i].thread);
        std::size_t place = static_cast<std::size_t>(known - wanted.threads.begin());
        if (known == wanted.threads.end()) {
            // Of threads that shared one of the profile, or that nothing else is known of.
            further = further ? further
                              : newThread(profile, "(sampled)", ThreadRole::Worker,
                                          profile.processes.empty() ? -1 : 0);
            place = *further;
        }
        graft.add(run_.profile.threads[i], place);
    }
    addFacts(profile);
}

void SampleMerge::addLines(Profile& profile) {
    addModules(profile.modules, std::move(run_.profile.modules), 0);
    run_.profile.modules.clear();
}

void SampleMerge::addRest(Profile& profile) {
    nameUnknownPython(run_.profile);
    const auto metric = metricIn(profile, run_.profile.metrics.front());
    if (!metric) {
        return;
    }
    StackGraft graft(profile, *metric, run_.profile);
    for (std::size_t i = 0; i < run_.threads.size(); ++i) {
        if (taken_[i]) {
            continue;
        }
        taken_[i] = true;
        const std::string& program = run_.threads[i].program;
        const auto known = threadOfProgram(profile, program);
        graft.add(run_.profile.threads[i],
                  known ? *known : newThread(profile, program, ThreadRole::Worker, -1));
    }
    if (!run_.profile.partial.empty()) {
        profile.partial += (profile.partial.empty() ? "" : "; ") + run_.profile.partial;
    }
}

}  // namespace gantry::perf
