#pragma once

#include <perf/analysis/MessageTimes.hpp>
#include <perf/analysis/ReportTable.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace gantry::perf {

/// One message of a traced run of several ranks: what was sent and where it was received.
struct MatchedMessage {
    std::int64_t from = 0;  ///< rank in the whole run
    std::int64_t to = 0;
    std::int64_t tag = 0;
    std::int64_t bytes = 0;  ///< as the receiver got them
    std::string communicator;
    /// Begin of the call that sent it, in ns since the measurement of rank 0 began, by one clock
    /// for all ranks (ClockReport).
    std::int64_t sent = 0;
    std::int64_t received = 0;  ///< end of the call that completed the receive

    friend bool operator==(const MatchedMessage&, const MatchedMessage&) = default;
};

/// The collective calls of one communicator: an instance is whole when as many ranks have called
/// it as the one that most of them have called.
struct CollectiveInstances {
    std::string communicator;
    std::uint64_t ranks = 0;
    std::uint64_t whole = 0;
    std::uint64_t partial = 0;

    friend bool operator==(const CollectiveInstances&, const CollectiveInstances&) = default;
};

/// Which ranks wait for which in a collective call that blocks.
enum class CollectiveKind : std::uint8_t {
    Barrier,  ///< each for all
    All,      ///< each for all that hand something in: allreduce, allgather
    Root,     ///< all for the one that hands out, or one for those that hand in: bcast, gather
    ByRank,   ///< each for those that give it something: scan, alltoallv
    None,     ///< not known, or it does not block
};

/// By the name of the function, such as "MPI_Bcast".
///
///     collectiveKind("MPI_Bcast");      // Root
///     collectiveKind("MPI_Barrier");    // Barrier
CollectiveKind collectiveKind(std::string_view function);

/// How long ranks were in calls that sent, received or were collective in one communicator. A call
/// that completes messages of several is counted in the first of them.
struct CommunicatorTime {
    std::string communicator;
    std::uint64_t calls = 0;
    std::int64_t timeNs = 0;  ///< of all ranks, each by its own clock

    friend bool operator==(const CommunicatorTime&, const CommunicatorTime&) = default;
};

/// What became of the messages of all ranks. Counts that are not 0 say what the traces lack, or how
/// far their clocks differ; they are not faults of the program.
struct MessageMatching {
    std::vector<MatchedMessage> messages;  ///< by the time they were sent
    std::uint64_t neverReceived = 0;
    std::uint64_t neverSent = 0;   ///< received, but the send is not in the traces
    std::uint64_t differing = 0;   ///< matched, with fewer bytes sent than received
    std::uint64_t beforeSent = 0;  ///< received before they were sent, by the times above
    std::uint64_t missing = 0;     ///< records that the traces have lost
    ClockReport clock;
    std::vector<CollectiveInstances> collectives;  ///< by communicator
    std::vector<CommunicatorTime> communicators;   ///< the one with most time first
};

/// Each message: when it was sent, how long it took, sender, receiver, tag, bytes, communicator.
///
///     ReportDocument report{profile, {matchTable(matcher.result())}};
///     std::cout << reportCsv(report);
ReportTable matchTable(const MessageMatching& found);

/// Calls and time of each communicator.
ReportTable communicatorTimeTable(const MessageMatching& found);

/// Finds for every send the receive that took its message: by sender, receiver, tag and
/// communicator, and among those in the order in which MPI matches, which is that of the sends and
/// that in which the receives were posted. Takes the trace of each rank; memory for all their
/// messages and collective calls, some 250 bytes each.
///
/// MPI guarantees that messages between two ranks with one tag and communicator do not overtake
/// each other (MPI 4.0, 3.5): so the n-th send belongs to the n-th posted receive. Where records
/// were lost this is no longer certain, see MessageMatching::missing.
///
///     MessageMatcher matcher;
///     for (const Trace& trace : tracesOfRanks) { matcher.add(trace); }
///     const MessageMatching found = matcher.result();
class MessageMatcher final {
public:
    /// Reads the events that the module for MPI leaves in a traced run (docs/formats/trace.md).
    /// Throws TraceError.
    void add(const Trace& trace);

    /// Called once, when all traces are there. latencyNs: the least time a message needs.
    MessageMatching result(std::int64_t latencyNs = MessageTimes::kUsualLatencyNs);

private:
    using Event = MessageTimes::Event;
    /// from, to, tag, communicator
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string>;
    // One side of a message; order: place among those that were posted.
    struct End {
        std::int64_t bytes;
        std::uint64_t order;
        Event event;
    };

    struct Ends {
        std::vector<End> sends;
        std::vector<End> receives;
    };

    /// What a rank did in one collective call.
    struct CollectiveCall {
        CollectiveKind kind;
        Event begin;
        Event end;
        std::int64_t rank = -1;  ///< in the whole run; -1: not known
        bool gives = false;      ///< others got something of it
        bool toOthers = false;   ///< ranks that are not kept one by one
        std::vector<std::int64_t> receivers;
    };
    using Instances = std::map<std::uint64_t, std::vector<CollectiveCall>>;

    class Thread;

    void pair(const Key& key, const Ends& ends, std::vector<std::pair<Event, Event>>& times,
              MessageMatching& found);
    void orderCollectives();
    void orderByRank(const std::vector<CollectiveCall>& calls);
    void orderByHub(const std::vector<CollectiveCall>& calls);
    [[nodiscard]] std::vector<CollectiveInstances> instances() const;

    std::map<Key, Ends> ends_;
    std::map<std::string, Instances> calls_;
    std::map<std::string, CommunicatorTime> spent_;
    std::uint64_t missing_ = 0;
    MessageTimes times_;
};

}  // namespace gantry::perf
