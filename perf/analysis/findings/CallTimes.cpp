#include <perf/analysis/findings/CallTimes.hpp>

#include <algorithm>
#include <cmath>
#include <deque>

namespace gantry::perf {

namespace {

/// What a replayed thread waits for, and where it is.
class RunReplayer final {
public:
    RunReplayer(const MpiTrace& run, const ReplayNetwork& network)
        : run_(run),
          network_(network),
          next_(run.threads.size()),
          clock_(run.threads.size()),
          entered_(run.collectives.size()),
          queued_(run.threads.size(), true),
          inCall_(run.threads.size()) {
        result_.byCpu = run.hasCpu();
        result_.useful.resize(run.threads.size());
        for (const MpiThread& thread : run.threads) {
            result_.times.calls.emplace_back(thread.calls.size());
        }
        result_.times.threads.resize(run.threads.size());
    }

    RunReplay run() {
        for (std::uint32_t thread = 0; thread < run_.threads.size(); ++thread) {
            ready_.push_back(thread);
        }
        while (true) {
            while (!ready_.empty()) {
                const std::uint32_t thread = ready_.front();
                ready_.pop_front();
                queued_[thread] = false;
                advance(thread);
            }
            if (!letGo()) {
                break;
            }
        }
        for (std::size_t thread = 0; thread < run_.threads.size(); ++thread) {
            // What comes behind the last call has no CPU time; MPI_Finalize is the end of the run.
            const MpiThread& all = run_.threads[thread];
            const double rest = all.calls.empty() ? 0
                                                  : static_cast<double>(std::max<std::int64_t>(
                                                        0, all.end - all.calls.back().end));
            result_.useful[thread] += rest;
            result_.times.threads[thread] = {0, llround(clock_[thread] + rest)};
        }
        return std::move(result_);
    }

private:
    /// How many members have come to a collective call, and when the last one did.
    struct Entered {
        std::size_t count = 0;
        double last = 0;
    };

    [[nodiscard]] double computeBefore(std::uint32_t thread, std::uint32_t call) const {
        const MpiThread& all = run_.threads[thread];
        const MpiCall& to = all.calls[call];
        const std::int64_t from = call == 0 ? all.begin : all.calls[call - 1].end;
        if (to.begin <= all.begin || to.begin > all.end) {
            return 0;  // before MPI_Init has ended
        }
        const double wall = static_cast<double>(std::max<std::int64_t>(0, to.begin - from));
        return result_.byCpu && call > 0 ? std::min(static_cast<double>(to.cpuBefore), wall) : wall;
    }

    // Until it has to wait or is at its end.
    void advance(std::uint32_t thread) {
        const MpiThread& all = run_.threads[thread];
        while (next_[thread] < all.calls.size()) {
            const auto call = static_cast<std::uint32_t>(next_[thread]);
            CallTimes::Span& span = result_.times.calls[thread][call];
            if (!inCall_[thread]) {
                const double useful = computeBefore(thread, call);
                result_.useful[thread] += useful;
                clock_[thread] += useful;
                span.begin = span.end = llround(clock_[thread]);
                inCall_[thread] = true;
                enter(thread, call);
            }
            double end = clock_[thread];
            if (!canLeave(thread, call, end)) {
                return;
            }
            leave(thread, call, end);
        }
    }

    void enter(std::uint32_t thread, std::uint32_t call) {
        const MpiCall& made = run_.threads[thread].calls[call];
        for (std::uint32_t i = 0; i < made.sentCount; ++i) {
            const std::uint32_t message = run_.threads[thread].sent[made.firstSent + i];
            wake(run_.messages[message].receiver.thread);
        }
        if (made.collective >= 0) {
            enterCollective(static_cast<std::size_t>(made.collective), thread);
        }
    }

    // Of calls in which each waits for all, only the last one lets anybody go.
    void enterCollective(std::size_t number, std::uint32_t thread) {
        const MpiCollective& all = run_.collectives[number];
        Entered& entered = entered_[number];
        ++entered.count;
        entered.last = std::max(entered.last, clock_[thread]);
        if (!isForAll(all) || entered.count == all.members.size()) {
            for (const MpiPlace& member : all.members) {
                if (member.thread != thread) {
                    wake(member.thread);
                }
            }
        }
    }

    static bool isForAll(const MpiCollective& all) {
        return all.kind == CollectiveKind::Barrier || all.kind == CollectiveKind::All;
    }

    void wake(std::uint32_t thread) {
        if (!queued_[thread] && inCall_[thread]) {
            queued_[thread] = true;
            ready_.push_back(thread);
        }
    }

    [[nodiscard]] bool hasBegun(MpiPlace place) const {
        return place.call < next_[place.thread] ||
               (place.call == next_[place.thread] && inCall_[place.thread]);
    }

    [[nodiscard]] bool canLeave(std::uint32_t thread, std::uint32_t call, double& end) const {
        const MpiCall& made = run_.threads[thread].calls[call];
        for (std::uint32_t i = 0; i < made.takenCount; ++i) {
            const MpiMessage& message =
                run_.messages[run_.threads[thread].taken[made.firstTaken + i]];
            if (!hasBegun(message.sender)) {
                return false;
            }
            const double sent = static_cast<double>(result_.times.at(message.sender).begin);
            end = std::max(end, sent + network_.messageNs +
                                    network_.byteNs * static_cast<double>(message.bytes));
        }
        if (made.collective < 0) {
            return true;
        }
        const auto number = static_cast<std::size_t>(made.collective);
        return canLeaveCollective(run_.collectives[number], entered_[number], {thread, call}, end);
    }

    bool canLeaveCollective(const MpiCollective& all, const Entered& entered, MpiPlace own,
                            double& end) const {
        if (!all.isWhole) {
            return true;
        }
        if (isForAll(all)) {
            end = std::max(end, entered.last + network_.barrierNs);
            return entered.count == all.members.size();
        }
        const auto place = static_cast<std::size_t>(
            std::find(all.members.begin(), all.members.end(), own) - all.members.begin());
        const std::int64_t ownRank = run_.threads[own.thread].rank;
        for (std::size_t i = 0; i < all.members.size(); ++i) {
            const MpiPlace& member = all.members[i];
            const bool waits = all.kind == CollectiveKind::Root
                                   ? all.gives[i] && !all.gives[place]
                                   : run_.threads[member.thread].rank < ownRank;
            if (!waits) {
                continue;
            }
            if (!hasBegun(member)) {
                return false;
            }
            end = std::max(
                end, static_cast<double>(result_.times.at(member).begin) + network_.barrierNs);
        }
        return true;
    }

    // Its latency is hidden where ranks follow each other, but each has to make the call. That of a
    // call in which all wait for all is in its cost.
    [[nodiscard]] bool isRooted(const MpiCall& made) const {
        return made.collective >= 0 &&
               !isForAll(run_.collectives[static_cast<std::size_t>(made.collective)]);
    }

    void leave(std::uint32_t thread, std::uint32_t call, double end) {
        const MpiCall& made = run_.threads[thread].calls[call];
        end += network_.callNs * (made.sentCount + made.takenCount + (isRooted(made) ? 1 : 0));
        result_.times.calls[thread][call].end = llround(end);
        clock_[thread] = end;
        inCall_[thread] = false;
        ++next_[thread];
    }

    // Traces that lack records can have calls that wait for each other: the earliest is let go.
    bool letGo() {
        std::uint32_t earliest = 0;
        bool found = false;
        for (std::uint32_t thread = 0; thread < run_.threads.size(); ++thread) {
            if (next_[thread] < run_.threads[thread].calls.size() &&
                (!found || clock_[thread] < clock_[earliest])) {
                earliest = thread;
                found = true;
            }
        }
        if (found) {
            ++result_.broken;
            leave(earliest, static_cast<std::uint32_t>(next_[earliest]), clock_[earliest]);
            queued_[earliest] = true;
            ready_.push_back(earliest);
        }
        return found;
    }

    const MpiTrace& run_;
    ReplayNetwork network_;
    std::vector<std::size_t> next_;
    std::vector<double> clock_;
    std::vector<Entered> entered_;  // by collective
    std::vector<bool> queued_;
    std::vector<bool> inCall_;
    std::deque<std::uint32_t> ready_;
    RunReplay result_;
};

}  // namespace

std::int64_t CallTimes::length() const {
    if (threads.empty()) {
        return 0;
    }
    std::int64_t begin = threads.front().begin;
    std::int64_t end = threads.front().end;
    for (const Span& thread : threads) {
        begin = std::min(begin, thread.begin);
        end = std::max(end, thread.end);
    }
    return end - begin;
}

CallTimes measuredTimes(const MpiTrace& run) {
    CallTimes times;
    for (const MpiThread& thread : run.threads) {
        std::vector<CallTimes::Span> calls;
        calls.reserve(thread.calls.size());
        for (const MpiCall& call : thread.calls) {
            calls.push_back({call.begin, call.end});
        }
        times.calls.push_back(std::move(calls));
        times.threads.push_back({thread.begin, thread.end});
    }
    return times;
}

RunReplay replayed(const MpiTrace& run, const ReplayNetwork& network) {
    return RunReplayer(run, network).run();
}

}  // namespace gantry::perf
