#include "GeneratedTrace.hpp"

#include <base/bytes/Varint.hpp>
#include <perf/trace/TraceEncoder.hpp>
#include <perf/trace/TraceTables.hpp>

#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

namespace gantry::bench {

namespace {

using namespace gantry::perf;

enum Timer : std::uint32_t { Main, Work, Send, Receive, Allreduce, Init, Finalize };
enum EventId : std::uint32_t { Sent, Tag, Received, Posted, Collective, Instance };

std::string tablesOf(int rank, int ranks) {
    TraceTables tables;
    const std::vector<std::pair<const char*, const char*>> timers{{"main", ""},
                                                                  {"work", ""},
                                                                  {"MPI_Send", "MPI"},
                                                                  {"MPI_Recv", "MPI"},
                                                                  {"MPI_Allreduce", "MPI"},
                                                                  {"MPI_Init", "MPI"},
                                                                  {"MPI_Finalize", "MPI"}};
    for (std::uint32_t id = 0; id < timers.size(); ++id) {
        TimerInfo timer;
        timer.id = id;
        timer.name = timers[id].first;
        timer.group = timers[id].second;
        tables.timers[id] = timer;
    }
    const auto way = [](int from, int to) {
        return std::to_string(from) + " -> " + std::to_string(to) + ", 8+ B, c";
    };
    const int next = (rank + 1) % ranks;
    const int last = (rank + ranks - 1) % ranks;
    tables.events = {{Sent, "MPI message " + way(rank, next)},      {Tag, "MPI tag"},
                     {Received, "MPI received " + way(last, rank)}, {Posted, "MPI posted"},
                     {Collective, "MPI collective calls, c"},       {Instance, "MPI instance"}};
    tables.clock = TraceClock{"wall", "ns", std::uint64_t{1} << 32U, 0, 0};
    return encodeTables(tables);
}

std::string factsOfRank(int rank) {
    std::string payload;
    for (const auto& text : {std::string("rank"), std::to_string(rank),
                             std::string("machine.bootId"), std::string("generated")}) {
        base::addVarint(payload, text.size());
        payload += text;
    }
    constexpr std::uint32_t kFacts = 4;
    ChunkHeader header{};
    header.kind = kFacts;
    header.plainBytes = static_cast<std::uint32_t>(payload.size());
    return makeChunk(header, payload);
}

/// Records of one thread, packed as they come.
class Recorder final {
public:
    void start(std::uint64_t time, std::uint32_t timer) { add(TraceKind::Start, timer, time); }
    void stop(std::uint64_t time, std::uint32_t timer) { add(TraceKind::Stop, timer, time); }
    void event(std::uint64_t time, std::uint32_t event, double value) {
        add(TraceKind::Event, event, time);
        add(TraceKind::Value, event, std::bit_cast<std::uint64_t>(value));
    }
    std::vector<std::string> chunks() {
        put();
        return std::move(chunks_);
    }

private:
    void add(TraceKind kind, std::uint32_t id, std::uint64_t time) {
        run_.records.push_back(TraceRecord::make(kind, id, time, run_.first + run_.records.size()));
        // An event and its value stay together.
        if (run_.records.size() + kRecordsOfStep >= kMostRunRecords && kind == TraceKind::Stop) {
            put();
        }
    }
    void put() {
        if (!run_.records.empty()) {
            chunks_.push_back(encoder_.encode(run_));
            run_.first += run_.records.size();
            run_.records.clear();
        }
    }

    TraceEncoder encoder_;
    TraceRun run_;
    std::vector<std::string> chunks_;
};

/// When each rank comes to a step is known to all: they meet at its end.
std::uint64_t longestOf(const GeneratedRun& run, int step) {
    double longest = 0;
    for (int rank = 0; rank < run.ranks; ++rank) {
        longest = std::max(longest, run.work(rank, step));
    }
    return static_cast<std::uint64_t>(longest);
}

}  // namespace

Trace traceOfRank(const GeneratedRun& run, int rank) {
    constexpr std::uint64_t kCall = 100;
    Recorder records;
    std::uint64_t now = 1;
    records.start(now, Main);
    records.start(now, Init);
    records.stop(now + 1, Init);
    now += 1;
    for (int step = 0; step < run.steps; ++step) {
        const auto work = static_cast<std::uint64_t>(run.work(rank, step));
        const std::uint64_t together = now + longestOf(run, step);
        records.start(now, Work);
        records.stop(now + work, Work);
        now += work;
        records.start(now, Send);
        records.stop(now + kCall, Send);
        records.event(now + kCall, Sent, 8);
        records.event(now + kCall, Tag, 0);
        records.start(now + kCall, Receive);
        now = together + 2 * kCall;
        records.stop(now, Receive);
        records.event(now, Received, 8);
        records.event(now, Tag, 0);
        records.event(now, Posted, step);
        records.start(now, Allreduce);
        now += kCall;
        records.stop(now, Allreduce);
        records.event(now, Collective, 8);
        records.event(now, Instance, step);
    }
    records.start(now, Finalize);
    records.stop(now + 1, Finalize);
    records.stop(now + 2, Main);
    std::vector<std::string> chunks{tablesOf(rank, run.ranks), factsOfRank(rank)};
    for (std::string& chunk : records.chunks()) {
        chunks.push_back(std::move(chunk));
    }
    chunks.push_back(endChunk());
    return Trace(std::move(chunks));
}

}  // namespace gantry::bench
