#pragma once

#include <perf/analysis/findings/MpiTrace.hpp>
#include <perf/trace/RingChunks.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <string>
#include <vector>

#include "TracedEngine.hpp"

namespace gantry::perf::samples {

/// A rank that is traced as the module for MPI does it: a call, then the events about it. One clock
/// for all, 1 tick = 1 ns.
class TracedRank final {
public:
    explicit TracedRank(int rank, std::size_t ringBytes = std::size_t{1} << 16U)
        : traced_(TraceMode::Latest, ringBytes), rank_(rank) {
        traced_.engine.addFact("rank", std::to_string(rank));
        traced_.engine.addFact("machine.bootId", "one");
        main_ = traced_.engine.registerTimer("main", "", "default");
        traced_.at(0).start(main_);
    }

    void region(std::uint64_t begin, std::uint64_t end, const std::string& name) {
        const TimerId timer = traced_.engine.registerTimer(name, "", "default");
        traced_.at(begin).start(timer);
        traced_.at(end).stop(timer);
    }
    void enter(std::uint64_t time, const std::string& name, TimerKind kind = TimerKind::Timer) {
        entered_.push_back(traced_.engine.registerTimer(name, "", "default", kind));
        traced_.at(time).start(entered_.back());
    }
    /// The region that was entered last.
    void leave(std::uint64_t time) {
        traced_.at(time).stop(entered_.back());
        entered_.pop_back();
    }
    void call(std::uint64_t begin, std::uint64_t end, const std::string& function) {
        const TimerId timer = traced_.engine.registerTimer(function, "", "MPI");
        traced_.at(begin).start(timer);
        traced_.at(end).stop(timer);
        if (cpu_ >= 0) {
            trigger(kCpuBeforeEvent, cpu_);
            cpu_ = -1;
        }
    }
    /// CPU time before the next call.
    void cpu(double ns) { cpu_ = ns; }

    void send(std::uint64_t begin, std::uint64_t end, int to, double bytes = 8,
              const std::string& function = "MPI_Send") {
        call(begin, end, function);
        sent(to, bytes);
    }
    void receive(std::uint64_t begin, std::uint64_t end, int from,
                 const std::string& function = "MPI_Recv") {
        call(begin, end, function);
        received(from);
    }
    void sent(int to, double bytes = 8) {
        trigger("MPI message " + way(rank_, to), bytes);
        trigger("MPI tag", 0);
    }
    void received(int from) {
        trigger("MPI received " + way(from, rank_), 8);
        trigger("MPI tag", 0);
        trigger("MPI posted", posted_++);
    }
    void collective(std::uint64_t begin, std::uint64_t end, const std::string& function,
                    int givesTo = -1) {
        call(begin, end, function);
        trigger("MPI collective calls, c", 4);
        trigger("MPI instance", instance_++);
        if (givesTo >= 0) {
            trigger("MPI collective " + way(rank_, givesTo), 4);
        }
    }
    void end(std::uint64_t time) { traced_.at(time).stop(main_); }

    Trace trace() { return Trace(chunksOf(bytesOf(traced_.engine.segment()))); }

private:
    static std::string way(int from, int to) {
        return std::to_string(from) + " -> " + std::to_string(to) + ", 8+ B, c";
    }
    void trigger(const std::string& event, double value) {
        traced_.engine.trigger(traced_.engine.registerEvent(event), value);
    }

    TracedEngine traced_;
    int rank_;
    TimerId main_{};
    std::vector<TimerId> entered_;
    double cpu_ = -1;
    int posted_ = 0;
    int instance_ = 0;
};

inline MpiTrace readRanks(std::initializer_list<TracedRank*> ranks) {
    MpiTraceReader reader;
    for (TracedRank* const rank : ranks) {
        reader.add(rank->trace());
    }
    return reader.result();
}

}  // namespace gantry::perf::samples
