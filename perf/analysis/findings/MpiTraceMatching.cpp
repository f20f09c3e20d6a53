// Which send belongs to which receive, and when all was by one clock.
#include <algorithm>
#include <cmath>

#include "MpiTraceState.hpp"

namespace gantry::perf {

void MpiTraceReader::State::match() {
    const auto byOrder = [](const MessageEnd& a, const MessageEnd& b) { return a.order < b.order; };
    for (auto& [key, both] : ends) {
        std::stable_sort(both.sends.begin(), both.sends.end(), byOrder);
        std::stable_sort(both.receives.begin(), both.receives.end(), byOrder);
        const std::size_t pairs = std::min(both.sends.size(), both.receives.size());
        found.unmatched += both.sends.size() + both.receives.size() - 2 * pairs;
        for (std::size_t i = 0; i < pairs; ++i) {
            found.messages.push_back(
                {both.sends[i].place, both.receives[i].place, both.receives[i].bytes});
            times.order(of(both.sends[i].place).begin, of(both.receives[i].place).end);
        }
    }
    ends.clear();
    std::map<std::uint32_t, std::size_t> sizes;  // by communicator
    for (std::size_t i = 0; i < found.collectives.size(); ++i) {
        std::size_t& size = sizes[communicatorOf[i]];
        size = std::max(size, found.collectives[i].members.size());
    }
    for (std::size_t i = 0; i < found.collectives.size(); ++i) {
        MpiCollective& all = found.collectives[i];
        all.isWhole = all.kind != CollectiveKind::None && all.members.size() > 1 &&
                      all.members.size() == sizes[communicatorOf[i]];
        if (all.isWhole) {
            order(all);
        }
    }
}

// Without this the logical clock of different machines would not know of collective calls.
void MpiTraceReader::State::order(const MpiCollective& collective) {
    if (collective.kind != CollectiveKind::Barrier && collective.kind != CollectiveKind::All) {
        return;
    }
    const MessageTimes::Hub hub = times.addHub();
    for (const MpiPlace& member : collective.members) {
        times.orderToHub(of(member).begin, hub);
        times.orderFromHub(hub, of(member).end);
    }
}

// Moments between two calls are between their times likewise.
void MpiTraceReader::State::setTimes(std::size_t thread) {
    MpiThread& all = found.threads[thread];
    struct Anchor {
        double ticks;
        double time;
    };
    std::vector<Anchor> anchors;
    for (std::size_t call = 0; call < all.calls.size(); ++call) {
        const CallEvents& event = events[thread][call];
        all.calls[call].begin = times.time(event.begin);
        all.calls[call].end = std::max(times.time(event.end), all.calls[call].begin);
        anchors.push_back({static_cast<double>(event.beginTicks - events[thread][0].beginTicks),
                           static_cast<double>(all.calls[call].begin)});
        anchors.push_back({static_cast<double>(event.endTicks - events[thread][0].beginTicks),
                           static_cast<double>(all.calls[call].end)});
    }
    std::size_t at = 0;
    const std::uint64_t base = events[thread][0].beginTicks;
    const Anchor& first = anchors.front();
    const Anchor& last = anchors.back();
    const double slope =
        last.ticks > first.ticks ? (last.time - first.time) / (last.ticks - first.ticks) : 1;
    for (PathChange& change : all.changes) {
        const auto ticks = static_cast<double>(change.time) - static_cast<double>(base);
        while (at + 1 < anchors.size() && anchors[at + 1].ticks <= ticks) {
            ++at;
        }
        const Anchor& from = anchors[at];
        const bool isBetween =
            ticks >= from.ticks && at + 1 < anchors.size() && anchors[at + 1].ticks > from.ticks;
        const double pace =
            isBetween ? (anchors[at + 1].time - from.time) / (anchors[at + 1].ticks - from.ticks)
                      : slope;
        change.time = std::llround(from.time + (ticks - from.ticks) * pace);
    }
}

void MpiTraceReader::State::resolve() {
    found.clock = times.resolve();
    for (std::size_t t = 0; t < found.threads.size(); ++t) {
        setTimes(t);
        MpiThread& thread = found.threads[t];
        thread.begin = thread.changes.front().time;
        thread.end = std::max(thread.changes.back().time, thread.calls.back().end);
        for (const MpiCall& call : thread.calls) {
            const std::string& function = found.function(call);
            if (function == "MPI_Init" || function == "MPI_Init_thread") {
                thread.begin = call.end;
            } else if (function == "MPI_Finalize") {
                thread.end = call.begin;
            }
        }
    }
}

MpiTrace MpiTraceReader::result() {
    State& state = *state_;
    state.match();
    state.resolve();
    MpiTrace& found = state.found;
    // Messages by call, so that each call knows its own.
    for (std::uint32_t number = 0; number < found.messages.size(); ++number) {
        const MpiMessage& message = found.messages[number];
        ++found.threads[message.sender.thread].calls[message.sender.call].sentCount;
        ++found.threads[message.receiver.thread].calls[message.receiver.call].takenCount;
    }
    for (MpiThread& thread : found.threads) {
        std::uint32_t sent = 0;
        std::uint32_t taken = 0;
        for (MpiCall& call : thread.calls) {
            call.firstSent = std::exchange(sent, sent + call.sentCount);
            call.firstTaken = std::exchange(taken, taken + call.takenCount);
            call.sentCount = 0;
            call.takenCount = 0;
        }
        thread.sent.resize(sent);
        thread.taken.resize(taken);
    }
    for (std::uint32_t number = 0; number < found.messages.size(); ++number) {
        const MpiMessage& message = found.messages[number];
        MpiThread& from = found.threads[message.sender.thread];
        MpiCall& send = from.calls[message.sender.call];
        from.sent[send.firstSent + send.sentCount++] = number;
        MpiThread& to = found.threads[message.receiver.thread];
        MpiCall& receive = to.calls[message.receiver.call];
        to.taken[receive.firstTaken + receive.takenCount++] = number;
    }
    return std::move(found);
}

}  // namespace gantry::perf
