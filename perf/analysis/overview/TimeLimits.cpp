#include <base/text/NumberText.hpp>
#include <perf/analysis/ModuleTable.hpp>
#include <perf/analysis/Overview.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <utility>
#include <variant>

namespace gantry::perf {

namespace {

// What takes less is not worth a line of the first screen.
constexpr double kWorthwhile = 0.15;
constexpr std::size_t kMostLimits = 3;
constexpr double kNs = 1e-9;
constexpr std::int64_t kShortNs = 20'000'000;
// Processes that used this part of the time that one waited are what it waited for, and those that
// used little of it may be, where nothing else says why.
constexpr double kOfChildren = 0.2;
constexpr double kLittleOfChildren = 0.05;

double shareOf(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string textIn(const std::vector<ReportValue>& row, std::size_t place) {
    return std::get<std::string>(row[place]);
}

TimeLimit processorLimit(const Profile& profile, double share) {
    TimeLimit limit{"processor", share, "", "", LookNext::CallTree};
    const ReportTable functions = hotFunctions(profile);
    if (functions.rows.empty()) {
        limit.evidence = "it computes";
        return limit;
    }
    const auto& first = functions.rows.front();
    limit.evidence = base::share(std::get<double>(first[2]), 100) + " of the samples are in " +
                     textIn(first, 0) + (textIn(first, 1).empty() ? "" : " of " + textIn(first, 1));
    limit.next = LookNext::SampledTree;
    return limit;
}

TimeLimit filesLimit(const Profile& profile, double share) {
    TimeLimit limit{"files", share, "it reads, writes or opens", "", LookNext::FileAccess};
    const std::vector<ReportTable> tables = ioTables(profile);
    constexpr std::size_t kFiles = 1;
    constexpr std::size_t kFindings = 3;
    if (tables.size() > kFiles && !tables[kFiles].rows.empty()) {
        constexpr std::size_t kTime = 3;
        const auto& file = tables[kFiles].rows.front();
        limit.evidence =
            textIn(file, 0) + " took " +
            base::duration(static_cast<double>(std::get<std::int64_t>(file[kTime])) * kNs);
    }
    if (tables.size() > kFindings && !tables[kFindings].rows.empty()) {
        const auto& finding = tables[kFindings].rows.front();
        limit.evidence =
            (textIn(finding, 1).empty() ? "" : textIn(finding, 1) + ": ") + textIn(finding, 2);
        limit.advice = textIn(finding, 3);
    }
    return limit;
}

TimeLimit childrenLimit(const OverviewFacts& facts, double share) {
    TimeLimit limit{"children", share, "", "",
                    facts.keepsChildren ? LookNext::Threads : LookNext::Children};
    limit.evidence = "it waits while the processes that it started work; they used " +
                     base::duration(static_cast<double>(facts.childCpuNs) * kNs) +
                     " of processor time";
    return limit;
}

TimeLimit contentionLimit(const OverviewFacts& facts, double share) {
    const auto times = [](std::int64_t count) {
        return base::plural(static_cast<std::size_t>(count), "time");
    };
    return {"waiting", share,
            "it waits for a free processor: one was taken away from it " +
                times(facts.preemptions) + ", and it gave one up " + times(facts.waits),
            "run it on processors that nothing else uses, with no more threads than there are",
            LookNext::Threads};
}

// ns: how long it waited. isSure: whether that is known.
TimeLimit waitingLimit(const OverviewFacts& facts, std::int64_t ns, double share, bool isSure) {
    const double ofChildren = shareOf(facts.childCpuNs, ns);
    if (ofChildren >= kOfChildren) {
        return childrenLimit(facts, share);
    }
    if (isSure && facts.preemptions > facts.waits) {
        return contentionLimit(facts, share);
    }
    if (ofChildren >= kLittleOfChildren) {
        return childrenLimit(facts, share);
    }
    return {"waiting", share,
            "it has no processor and is in no call about files or MPI: it waits for locks, timers, "
            "other processes, the network, or a free processor",
            "", LookNext::CallTree};
}

// Of a compensated profile: its times are without the overhead. No limit where it is small.
TimeLimit measurementLimit(const Profile& profile, std::int64_t wholeNs) {
    const double overhead =
        profile.probeOverhead ? overheadOf(profile, allCalls(profile), allUntimed(profile))[0] : 0;
    const std::string time = base::duration(overhead * kNs);
    return {"measurement", overhead / (overhead + static_cast<double>(wholeNs)),
            "measuring " + base::count(allCalls(profile)) + " calls took " + time +
                ", and more that is not known",
            "exclude timers that are called often and are short", LookNext::Selection};
}

}  // namespace

std::vector<TimeLimit> timeLimits(const Profile& profile, const OverviewFacts& facts) {
    std::vector<TimeLimit> limits;
    const std::optional<TimeUse> use = timeUse(profile);
    if (!use) {
        return limits;
    }
    if (use->wholeNs < kShortNs) {
        return limits;
    }
    const auto part = [&use](std::int64_t ns) { return shareOf(ns, use->wholeNs); };
    const bool mayWait =
        !use->knowsCpu && shareOf(facts.childCpuNs, use->computingNs) >= kLittleOfChildren;
    if (mayWait) {
        limits.push_back(waitingLimit(facts, use->computingNs, part(use->computingNs), false));
    } else if (part(use->computingNs) >= kWorthwhile) {
        limits.push_back(processorLimit(profile, part(use->computingNs)));
    }
    if (part(use->ioNs) >= kWorthwhile) {
        limits.push_back(filesLimit(profile, part(use->ioNs)));
    }
    if (part(use->mpiNs) >= kWorthwhile) {
        limits.push_back({"mpi", part(use->mpiNs), "it sends, receives or waits for other ranks",
                          "", LookNext::Analysis});
    }
    if (part(use->waitingNs) >= kWorthwhile) {
        limits.push_back(waitingLimit(facts, use->waitingNs, part(use->waitingNs), true));
    }
    if (TimeLimit limit = measurementLimit(profile, use->wholeNs);
        isCompensated(profile) && limit.share >= kWorthwhile) {
        limits.push_back(std::move(limit));
    }
    std::stable_sort(limits.begin(), limits.end(),
                     [](const TimeLimit& a, const TimeLimit& b) { return a.share > b.share; });
    limits.resize(std::min(limits.size(), kMostLimits));
    return limits;
}

}  // namespace gantry::perf
