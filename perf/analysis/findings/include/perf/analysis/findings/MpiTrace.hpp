#pragma once

#include <perf/analysis/MessageMatching.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace gantry::perf {

/// One call of a function of MPI. Times are in ns since the measurement of rank 0 began, by one
/// clock for all ranks. Its messages are MpiThread::sent[firstSent] and the sentCount - 1 behind
/// it, which are places in MpiTrace::messages; those received likewise.
struct MpiCall {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    /// CPU time of the thread since its call before; -1: not recorded.
    std::int64_t cpuBefore = -1;
    std::uint32_t path = 0;        ///< place in MpiTrace::paths
    std::int32_t collective = -1;  ///< place in MpiTrace::collectives
    std::uint32_t firstSent = 0;   ///< place in MpiThread::sent
    std::uint32_t firstTaken = 0;  ///< place in MpiThread::taken
    std::uint32_t sentCount = 0;   ///< messages that it sent
    std::uint32_t takenCount = 0;  ///< and received
};

/// From here on the thread was in this call path. Holds until the next one of the thread.
struct PathChange {
    static constexpr std::uint32_t kOutside = std::numeric_limits<std::uint32_t>::max();

    std::int64_t time = 0;
    std::uint32_t path = kOutside;  ///< kOutside: in no timer
};

/// A thread that called MPI; most ranks have one.
struct MpiThread {
    std::int64_t rank = -1;
    std::uint32_t number = 0;  ///< in the trace of its rank
    std::vector<MpiCall> calls;
    std::vector<PathChange> changes;
    std::vector<std::uint32_t> sent;   ///< messages, by the order of the calls
    std::vector<std::uint32_t> taken;  ///< likewise
    std::int64_t begin = 0;            ///< end of MPI_Init, or the first record
    std::int64_t end = 0;              ///< begin of MPI_Finalize, or the last record
};

/// A call of a thread.
struct MpiPlace {
    std::uint32_t thread = 0;
    std::uint32_t call = 0;

    friend bool operator==(const MpiPlace&, const MpiPlace&) = default;
};

/// Only messages of which both ends are in the traces.
struct MpiMessage {
    MpiPlace sender;
    MpiPlace receiver;
    std::int64_t bytes = 0;
};

/// One call of a collective function by all ranks of a communicator. gives has as many elements as
/// members.
struct MpiCollective {
    CollectiveKind kind = CollectiveKind::None;
    bool handsOut = false;  ///< kind Root: one hands out; else one collects
    bool isWhole = false;   ///< as many ranks as in the first call of the communicator
    std::vector<MpiPlace> members;
    std::vector<bool> gives;  ///< by member: others got something of it
};

/// A timer, reached through the one above.
struct MpiPath {
    std::int64_t parent = -1;  ///< place in MpiTrace::paths; -1 at the top
    std::string name;
    bool isMpi = false;
    bool isPhase = false;
};

/// The calls of MPI of all ranks of a traced run, which belongs to which, and the call paths around
/// them. Some 60 bytes a call, 16 a start or stop, 20 a message. References are places in its own
/// vectors; a copy is independent.
struct MpiTrace {
    std::vector<MpiThread> threads;  ///< by rank
    std::vector<MpiMessage> messages;
    std::vector<MpiCollective> collectives;
    std::vector<MpiPath> paths;
    std::uint64_t records = 0;
    std::uint64_t unmatched = 0;  ///< messages of which one end is not in the traces
    std::uint64_t missing = 0;    ///< records that the traces have lost
    ClockReport clock;

    /// Not checked.
    [[nodiscard]] const MpiCall& at(MpiPlace place) const {
        return threads[place.thread].calls[place.call];
    }
    /// The function of the call, such as "MPI_Recv".
    [[nodiscard]] const std::string& function(const MpiCall& call) const {
        return paths[call.path].name;
    }
    /// "main > solve > MPI_Recv"
    [[nodiscard]] std::string pathText(std::uint32_t path) const;
    /// CPU times are there: every call of every thread but the first has one.
    [[nodiscard]] bool hasCpu() const;
};

/// Reads the traces of the ranks one after another: only what MpiTrace keeps is in memory at the
/// end.
///
///     MpiTraceReader reader;
///     for (const Trace& trace : tracesOfRanks) { reader.add(trace); }
///     const MpiTrace run = reader.result();
class MpiTraceReader final {
public:
    MpiTraceReader();
    ~MpiTraceReader();
    MpiTraceReader(const MpiTraceReader&) = delete;
    MpiTraceReader& operator=(const MpiTraceReader&) = delete;

    /// Throws TraceError.
    void add(const Trace& trace);
    /// Called once, when all traces are there.
    MpiTrace result();

private:
    struct State;
    class Thread;

    std::unique_ptr<State> state_;
};

/// The event by which a traced run that measures the metric cpu says what CPU time a thread used
/// between two calls of MPI, in ns (docs/formats/trace.md).
inline constexpr const char* kCpuBeforeEvent = "MPI CPU before";

}  // namespace gantry::perf
