#include <base/text/NumberText.hpp>
#include <perf/analysis/findings/TraceAnalysis.hpp>

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <tuple>

#include "RunSteps.hpp"

namespace gantry::perf {

namespace {

template <class Row>
void sortByTime(std::vector<Row>& rows) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row& a, const Row& b) { return a.timeNs > b.timeNs; });
}

void addWaits(TraceAnalysis& found, const MpiTrace& run, const std::vector<Wait>& waits) {
    using Key = std::tuple<WaitKind, std::uint32_t, std::uint32_t, std::uint32_t>;
    std::map<Key, WaitRow> rows;
    for (const Wait& wait : waits) {
        found.waitNs.at(static_cast<std::size_t>(wait.kind)) += wait.timeNs;
        WaitRow& row =
            rows[{wait.kind, run.at(wait.waiting).path, wait.waiting.thread, wait.cause.thread}];
        row.timeNs += wait.timeNs;
        row.wrongOrderNs += wait.wrongOrder ? wait.timeNs : 0;
        ++row.count;
    }
    for (auto& [key, row] : rows) {
        const auto& [kind, path, waiting, cause] = key;
        row.kind = kind;
        row.path = run.pathText(path);
        row.rank = run.threads[waiting].rank;
        row.cause = run.threads[cause].rank;
        found.waits.push_back(std::move(row));
    }
    sortByTime(found.waits);
}

void addPlaces(TraceAnalysis& found, const MpiTrace& run, const CallTimes& times,
               const std::vector<Wait>& waits) {
    const DelayCosts delays = delayCosts(run, times, waits);
    found.delaysByOwnWaitsNs = delays.byOwnWaitsNs;
    found.delaysUnexplainedNs = delays.unexplainedNs;
    for (const DelayCost& cost : delays.costs) {
        found.delays.push_back(
            {run.threads[cost.thread].rank, run.pathText(cost.path), cost.costNs});
    }
    const CriticalPath critical = criticalPath(run, times, waits);
    found.criticalNs = critical.lengthNs;
    for (const CriticalPart& part : critical.parts) {
        found.critical.push_back(
            {run.threads[part.thread].rank, run.pathText(part.path), part.timeNs});
    }
}

// A message that follows another to the same rank could have gone with it.
CallCounts countsOf(const MpiTrace& run, std::uint32_t number) {
    const MpiThread& thread = run.threads[number];
    CallCounts counts;
    counts.rank = thread.rank;
    std::map<std::uint32_t, std::uint64_t> sentIn;
    std::int64_t last = -1;
    for (const MpiCall& call : thread.calls) {
        counts.collectives += call.collective >= 0 ? 1 : 0;
        counts.messages += call.takenCount;
        for (std::uint32_t i = 0; i < call.takenCount; ++i) {
            counts.bytes +=
                static_cast<double>(run.messages[thread.taken[call.firstTaken + i]].bytes);
        }
        if (call.collective >= 0 || call.takenCount > 0) {
            last = -1;
        }
        for (std::uint32_t i = 0; i < call.sentCount; ++i) {
            const MpiMessage& message = run.messages[thread.sent[call.firstSent + i]];
            ++counts.sends;
            ++sentIn[call.path];
            counts.bytes += static_cast<double>(message.bytes);
            counts.combinable += last == message.receiver.thread ? 1 : 0;
            last = message.receiver.thread;
        }
    }
    const auto most = std::max_element(sentIn.begin(), sentIn.end(),
                                       [](auto& a, auto& b) { return a.second < b.second; });
    counts.path = most == sentIn.end() ? std::string() : run.pathText(most->first);
    return counts;
}

// A star: one rank takes part in nearly all messages of more than two ranks.
std::int64_t masterOf(const MpiTrace& run) {
    constexpr double kNearlyAll = 0.95;
    if (run.threads.size() < 3 || run.messages.empty()) {
        return -1;
    }
    std::vector<std::uint64_t> partOf(run.threads.size());
    for (const MpiMessage& message : run.messages) {
        ++partOf[message.sender.thread];
        ++partOf[message.receiver.thread];
    }
    const auto most = std::max_element(partOf.begin(), partOf.end());
    return static_cast<double>(*most) > kNearlyAll * static_cast<double>(run.messages.size())
               ? most - partOf.begin()
               : -1;
}

void addNotes(TraceAnalysis& found, const MpiTrace& run, bool shared) {
    if (run.missing > 0) {
        found.notes.push_back("the traces lack " + base::plural(run.missing, "record") +
                              ", so waits are too small; use a larger SIZE of the trace");
    }
    if (run.unmatched > 0) {
        found.notes.push_back(base::plural(run.unmatched, "message") +
                              " have one end in the traces only; a rank is missing, or was "
                              "stopped");
    }
    if (!run.clock.oneClock) {
        found.notes.emplace_back("the ranks had different clocks, so waits are approximate");
    }
    if (shared && !found.byCpu) {
        found.notes.emplace_back(
            "ranks shared cores and the trace has no CPU times, so waits include waiting for a "
            "core; measure the metrics wall and cpu, with a trace of the mode drain");
    }
}

}  // namespace

const PartReplay* TraceAnalysis::partNamed(const std::string& name, bool isPhase) const {
    const auto found = std::find_if(parts.begin(), parts.end(), [&](const PartReplay& part) {
        return part.isPhase == isPhase && part.name == name;
    });
    return found == parts.end() ? nullptr : &*found;
}

TraceAnalysis analysisOf(MpiTrace& run, const MachineModel& machine, bool shared) {
    if (run.threads.empty()) {
        throw std::invalid_argument("the traces have no call of MPI");
    }
    TraceAnalysis found;
    found.records = run.records;
    const auto ranks = static_cast<std::uint32_t>(run.threads.size());
    // The replay has a core for each rank, and so have the costs of its network.
    const MessageCosts costs = machine.messageCosts(ranks, false);
    const RunReplay ideal = replayed(run);
    found.byCpu = ideal.byCpu;
    found.idealNs = static_cast<double>(ideal.times.length());
    found.countNs = static_cast<double>(
        replayed(run, {costs.call.ns, costs.latency.ns, 0, costs.barrier.ns}).times.length());
    const RunReplay model =
        replayed(run, {costs.call.ns, costs.latency.ns, costs.byte.ns, costs.barrier.ns});
    found.modelNs = static_cast<double>(model.times.length());
    found.useful = ideal.useful;
    const double greatest = *std::max_element(ideal.useful.begin(), ideal.useful.end());
    const double mean =
        std::accumulate(ideal.useful.begin(), ideal.useful.end(), 0.0) / static_cast<double>(ranks);
    CallTimes measured = measuredTimes(run);
    found.lengthNs = static_cast<double>(measured.length());
    found.loadBalance = greatest > 0 ? mean / greatest : 1;
    found.serialization = found.idealNs > 0 ? greatest / found.idealNs : 1;
    found.replayedWaits = shared && found.byCpu;
    found.transfer =
        found.referenceNs() > 0 ? std::min(1.0, found.idealNs / found.referenceNs()) : 1;
    found.parts = partReplays(run, ideal.times, found.replayedWaits ? model.times : measured);
    if (found.replayedWaits) {
        useTimes(run, ideal.times);
        measured = ideal.times;
    }
    const std::vector<Wait> waits = waitStates(run, measured);
    addWaits(found, run, waits);
    addPlaces(found, run, measured, waits);
    const std::int64_t master = masterOf(run);
    found.master = master < 0 ? -1 : run.threads[static_cast<std::size_t>(master)].rank;
    found.steps = stepsOf(run, ideal.times,
                          found.replayedWaits ? waits : waitStates(run, ideal.times), master);
    for (std::uint32_t thread = 0; thread < ranks; ++thread) {
        found.ranks.push_back(run.threads[thread].rank);
        const CallCounts counts = countsOf(run, thread);
        const auto size = [](const CallCounts& of) { return of.sends + of.messages; };
        if (thread == 0 || size(counts) > size(found.counts)) {
            found.counts = counts;
        }
    }
    addNotes(found, run, shared);
    return found;
}

}  // namespace gantry::perf
