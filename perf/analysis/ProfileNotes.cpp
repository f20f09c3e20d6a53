#include <base/text/NumberText.hpp>
#include <perf/analysis/ProfileNotes.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/segment/TraceCopy.hpp>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <map>

namespace gantry::perf {

namespace {

// A fact of the context is text, and may come from a foreign file: where it contains anything but a
// number, it is shown unchanged.
std::string nanosecondsText(const std::string& fact) {
    std::uint64_t ns = 0;
    const auto [end, error] = std::from_chars(fact.data(), fact.data() + fact.size(), ns);
    return error == std::errc() && end == fact.data() + fact.size()
               ? base::quantity(static_cast<double>(ns), "ns")
               : fact;
}

}  // namespace

std::string overheadText(const Profile& profile) {
    if (!profile.probeOverhead) {
        return {};
    }
    const Metric& metric = profile.metrics.front();
    const std::uint64_t calls = allCalls(profile);
    const std::uint64_t untimed = allUntimed(profile);
    const double all = overheadOf(profile, calls, untimed)[0];
    const std::string counted =
        untimed == 0 ? std::string()
                     : " (" + base::quantity(profile.probeOverhead->untimed[0], metric.unit) +
                           " where it is counted only)";
    std::string cost = base::quantity(profile.probeOverhead->pair[0], metric.unit) +
                       " a start and stop" + counted + ", " + base::quantity(all, metric.unit) +
                       " in all";
    if (isCompensated(profile)) {
        // The whole that this is a part of is no longer there.
        return cost;
    }
    return cost + " (" + base::share(all, static_cast<double>(outermostTotal(profile))) + " of " +
           metric.name + ")";
}

std::string valuesText(const Profile& profile) {
    if (!profile.probeOverhead) {
        return "as measured: the measurement overhead is not known";
    }
    const Metric& metric = profile.metrics.front();
    const double all = overheadOf(profile, allCalls(profile), allUntimed(profile))[0];
    const std::string overhead = base::quantity(all, metric.unit) + " +-" +
                                 base::quantity(overheadErrorOfAll(profile)[0], metric.unit);
    if (!isCompensated(profile)) {
        return "as measured, with a measurement overhead of " + overhead;
    }
    const bool hasRawRanks =
        std::any_of(profile.context.begin(), profile.context.end(),
                    [](const auto& fact) { return fact.first == kRanksAsMeasured; });
    return "compensated: without the measurement overhead of " + overhead +
           (hasRawRanks ? ", but for those over ranks" : "");
}

namespace {

// "cat (2), true and 3 more": those of which the module `programs` has counted that; else empty.
std::string programsWith(const Profile& profile, const char* what) {
    constexpr std::size_t kMostNames = 8;
    std::map<std::string, std::int64_t> programs;
    for (const ModuleRecords& module : profile.modules) {
        const auto field = fieldOf(module, what);
        if (module.name != "programs" || !field) {
            continue;
        }
        for (const ModuleRecord& record : module.records) {
            if (record.values[*field] > 0) {
                programs[record.name] += record.values[*field];
            }
        }
    }
    std::string text;
    std::size_t shown = 0;
    for (const auto& [name, starts] : programs) {
        if (shown++ == kMostNames) {
            return text + " and " + std::to_string(programs.size() - kMostNames) + " more";
        }
        text += (text.empty() ? "" : ", ") + name;
        text += starts > 1 ? " (" + std::to_string(starts) + ")" : "";
    }
    return text;
}

}  // namespace

std::vector<std::string> metricWarnings(const Profile& profile) {
    std::vector<std::string> warnings;
    if (const std::string programs = programsWith(profile, "unmeasured"); !programs.empty()) {
        warnings.push_back(
            "not measured, as they were started without LD_PRELOAD of libgantry.so or without "
            "GANTRY_MEASURE, nor was what they started: " +
            programs);
    }
    if (const std::string programs = programsWith(profile, "unmeasurable"); !programs.empty()) {
        warnings.push_back(
            "not measured, as nothing can be loaded into them (statically linked, for another "
            "processor, or set-user-ID), nor was what they started: " +
            programs);
    }
    for (const auto& [key, value] : profile.context) {
        if (key == kRefusedMetric) {
            warnings.push_back("not measured: " + value);
        } else if (key == kThreadsWithoutMetric) {
            warnings.push_back("threads whose counters could not be set up, which show 0: " +
                               value);
        } else if (key == kLostRecords) {
            warnings.push_back(
                "records of the trace that did not fit: " + value +
                "; give it a larger SIZE, below half of the memory limit, or let threads wait, "
                "with a trace of the mode full");
        } else if (key == kTraceWaits) {
            warnings.push_back("threads waited " + nanosecondsText(value) +
                               " for room in the rings of the trace; a larger SIZE shortens it");
        } else if (key == kUntracedThreads) {
            warnings.push_back("threads without a trace, for lack of memory: " + value);
        } else if (key == kTraceProblem || key == "problem") {
            warnings.push_back(value);
        }
    }
    return warnings;
}

std::vector<std::string> misuseWarnings(const Profile& profile) {
    constexpr std::size_t kMostShown = 3;
    struct Rest {
        std::size_t cases = 0;
        std::uint64_t times = 0;
    };
    std::vector<std::string> warnings;
    std::map<MisuseKind, Rest> rests;
    for (const Misuse& misuse : profile.misuse) {
        Rest& rest = rests[misuse.kind];
        if (++rest.cases <= kMostShown) {
            warnings.push_back(describe(misuse));
        } else {
            rest.times += misuse.count;
        }
    }
    for (const auto& [kind, rest] : rests) {
        if (rest.cases > kMostShown) {
            const std::size_t more = rest.cases - kMostShown;
            warnings.push_back(std::string(misuseName(kind)) + ": " +
                               base::plural(more, "more case") + " of this kind (" +
                               base::plural(rest.times, "time") +
                               " in all); the view misuses lists them");
        }
    }
    return warnings;
}

}  // namespace gantry::perf
