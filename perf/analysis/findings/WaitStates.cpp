#include <perf/analysis/findings/WaitStates.hpp>

#include <algorithm>
#include <numeric>
#include <optional>

namespace gantry::perf {

namespace {

constexpr std::array<std::string_view, kWaitKinds> kWaitNames{
    "late sender",    "late receiver", "wait at barrier", "wait at all-to-all",
    "late broadcast", "early reduce",  "wait at scan"};

bool isOneOf(std::string_view function, std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
        return function == name ||
               (name.ends_with('*') && function.starts_with(name.substr(0, name.size() - 1)));
    });
}

class WaitFinder final {
public:
    WaitFinder(const MpiTrace& run, const CallTimes& times)
        : run_(run), times_(times), last_(run.collectives.size()) {}

    std::optional<Wait> of(MpiPlace place) const {
        const MpiCall& call = run_.at(place);
        if (call.collective >= 0) {
            return atCollective(place, run_.collectives[static_cast<std::size_t>(call.collective)]);
        }
        if (call.takenCount > 0) {
            if (const auto wait = lateSender(place, call)) {
                return wait;
            }
        }
        return call.sentCount > 0 ? lateReceiver(place, call) : std::nullopt;
    }

private:
    std::optional<Wait> waitFor(WaitKind kind, MpiPlace own, MpiPlace cause) const {
        const CallTimes::Span& span = times_.at(own);
        const std::int64_t time = std::min(times_.at(cause).begin, span.end) - span.begin;
        return time > 0 ? std::optional(Wait{kind, own, cause, time, false}) : std::nullopt;
    }

    std::optional<Wait> lateSender(MpiPlace place, const MpiCall& call) const {
        if (isOneOf(run_.function(call), {"MPI_Test*"})) {
            return std::nullopt;
        }
        const MpiThread& thread = run_.threads[place.thread];
        const MpiMessage* latest = nullptr;
        for (std::uint32_t i = 0; i < call.takenCount; ++i) {
            const MpiMessage& message = run_.messages[thread.taken[call.firstTaken + i]];
            if (latest == nullptr ||
                times_.at(message.sender).begin > times_.at(latest->sender).begin) {
                latest = &message;
            }
        }
        auto wait = waitFor(WaitKind::LateSender, place, latest->sender);
        if (wait) {
            wait->wrongOrder = wasSentBefore(place, times_.at(latest->sender).begin);
        }
        return wait;
    }

    // Of the next messages that this thread received, one was there before.
    bool wasSentBefore(MpiPlace place, std::int64_t sent) const {
        constexpr std::uint32_t kNext = 100;
        const MpiThread& thread = run_.threads[place.thread];
        const MpiCall& call = thread.calls[place.call];
        const std::uint32_t first = call.firstTaken + call.takenCount;
        const auto last = std::min<std::size_t>(thread.taken.size(), std::size_t{first} + kNext);
        for (std::size_t i = first; i < last; ++i) {
            const MpiMessage& later = run_.messages[thread.taken[i]];
            if (times_.at(later.sender).begin < times_.at(place).begin) {
                return true;
            }
            if (times_.at(later.receiver).begin > sent + (sent - times_.at(place).begin)) {
                break;
            }
        }
        return false;
    }

    std::optional<Wait> lateReceiver(MpiPlace place, const MpiCall& call) const {
        if (!isOneOf(run_.function(call), {"MPI_Send", "MPI_Ssend", "MPI_Rsend"})) {
            return std::nullopt;
        }
        const MpiMessage& message = run_.messages[run_.threads[place.thread].sent[call.firstSent]];
        const bool blocks = isOneOf(run_.function(run_.at(message.receiver)),
                                    {"MPI_Recv", "MPI_Mrecv", "MPI_Sendrecv*"});
        // A send that ended before did not wait for the receive.
        if (!blocks || times_.at(place).end < times_.at(message.receiver).begin) {
            return std::nullopt;
        }
        return waitFor(WaitKind::LateReceiver, place, message.receiver);
    }

    std::optional<Wait> atCollective(MpiPlace place, const MpiCollective& all) const {
        if (!all.isWhole) {
            return std::nullopt;
        }
        if (all.kind == CollectiveKind::Root) {
            return atRoot(place, all);
        }
        const bool isScan = all.kind == CollectiveKind::ByRank;
        const MpiPlace* const last = isScan ? lastBefore(place, all) : lastOf(place, all);
        const WaitKind kind = isScan                                ? WaitKind::Scan
                              : all.kind == CollectiveKind::Barrier ? WaitKind::Barrier
                                                                    : WaitKind::AllToAll;
        return last == nullptr || *last == place ? std::nullopt : waitFor(kind, place, *last);
    }

    const MpiPlace* lastBefore(MpiPlace place, const MpiCollective& all) const {
        const std::int64_t ownRank = run_.threads[place.thread].rank;
        const MpiPlace* last = nullptr;
        for (const MpiPlace& member : all.members) {
            const bool isBefore = run_.threads[member.thread].rank < ownRank;
            if (isBefore && (last == nullptr || times_.at(member).begin > times_.at(*last).begin)) {
                last = &member;
            }
        }
        return last;
    }

    // Found once for all members of the call.
    const MpiPlace* lastOf(MpiPlace place, const MpiCollective& all) const {
        const auto number = static_cast<std::size_t>(run_.at(place).collective);
        const MpiPlace*& last = last_[number];
        if (last == nullptr) {
            last = &*std::max_element(all.members.begin(), all.members.end(),
                                      [&](const MpiPlace& a, const MpiPlace& b) {
                                          return times_.at(a).begin < times_.at(b).begin;
                                      });
        }
        return last;
    }

    std::optional<Wait> atRoot(MpiPlace place, const MpiCollective& all) const {
        const auto own = static_cast<std::size_t>(
            std::find(all.members.begin(), all.members.end(), place) - all.members.begin());
        if (own == all.members.size() || all.gives[own]) {
            return std::nullopt;
        }
        const MpiPlace* last = nullptr;
        for (std::size_t i = 0; i < all.members.size(); ++i) {
            if (all.gives[i] &&
                (last == nullptr || times_.at(all.members[i]).begin > times_.at(*last).begin)) {
                last = &all.members[i];
            }
        }
        return last == nullptr
                   ? std::nullopt
                   : waitFor(all.handsOut ? WaitKind::LateBroadcast : WaitKind::EarlyReduce, place,
                             *last);
    }

    const MpiTrace& run_;
    const CallTimes& times_;
    mutable std::vector<const MpiPlace*> last_;  // by collective
};

}  // namespace

std::string_view waitName(WaitKind kind) {
    return kWaitNames.at(static_cast<std::size_t>(kind));
}

std::vector<Wait> waitStates(const MpiTrace& run, const CallTimes& times) {
    const WaitFinder finder(run, times);
    std::vector<Wait> waits;
    for (std::uint32_t thread = 0; thread < run.threads.size(); ++thread) {
        for (std::uint32_t call = 0; call < run.threads[thread].calls.size(); ++call) {
            if (const auto wait = finder.of({thread, call})) {
                waits.push_back(*wait);
            }
        }
    }
    return waits;
}

void WaitSum::add(const Wait& wait) {
    timeNs.at(static_cast<std::size_t>(wait.kind)) += wait.timeNs;
    wrongOrderNs += wait.wrongOrder ? wait.timeNs : 0;
    ++count;
}

std::int64_t WaitSum::all() const noexcept {
    return std::accumulate(timeNs.begin(), timeNs.end(), std::int64_t{0});
}

WaitSums sumsOf(const MpiTrace& run, const std::vector<Wait>& waits) {
    WaitSums sums;
    sums.byPath.resize(run.paths.size());
    sums.byThread.resize(run.threads.size());
    sums.byCause.resize(run.threads.size());
    for (const Wait& wait : waits) {
        sums.whole.add(wait);
        sums.byPath[run.at(wait.waiting).path].add(wait);
        sums.byThread[wait.waiting.thread].add(wait);
        sums.byCause[wait.cause.thread].add(wait);
    }
    return sums;
}

}  // namespace gantry::perf
