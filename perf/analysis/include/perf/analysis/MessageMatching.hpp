#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace gantry::perf {

/// One message of a traced run of several ranks: what was sent and where it was received.
struct MatchedMessage {
    std::int64_t from = 0;  ///< rank in the whole run
    std::int64_t to = 0;
    std::int64_t tag = 0;
    std::int64_t bytes = 0;  ///< as the receiver got them
    std::string communicator;
    /// Begin of the call that sent it, in ns since the measurement of the first trace began.
    std::int64_t sent = 0;
    std::int64_t received = 0;  ///< end of the call that completed the receive

    friend bool operator==(const MatchedMessage&, const MatchedMessage&) = default;
};

/// The collective calls of one communicator: an instance is whole when as many ranks have called
/// it as have called the first one.
struct CollectiveInstances {
    std::string communicator;
    std::uint64_t ranks = 0;
    std::uint64_t whole = 0;
    std::uint64_t partial = 0;

    friend bool operator==(const CollectiveInstances&, const CollectiveInstances&) = default;
};

/// What became of the messages of all ranks.
struct MessageMatching {
    std::vector<MatchedMessage> messages;  ///< by the time they were sent
    std::uint64_t neverReceived = 0;
    std::uint64_t neverSent = 0;   ///< received, but the send is not in the traces
    std::uint64_t differing = 0;   ///< matched, with fewer bytes sent than received
    std::uint64_t beforeSent = 0;  ///< received before they were sent: the clocks differ
    std::uint64_t missing = 0;     ///< records that the traces have lost
    /// Whether all ranks read the same clock, as those of one machine do. Else their times are
    /// those of the system clocks, which may differ.
    bool oneClock = true;
    std::vector<CollectiveInstances> collectives;  ///< by communicator
};

/// Each message: when it was sent, how long it took, sender, receiver, tag, bytes, communicator.
ReportTable matchTable(const MessageMatching& found);

/// Finds for every send the receive that took its message: by sender, receiver, tag and
/// communicator, and among those in the order in which MPI matches, which is that of the sends and
/// that in which the receives were posted. Takes the trace of each rank; memory for all their
/// messages.
class MessageMatcher final {
public:
    /// Reads the events that the module for MPI leaves in a traced run (docs/formats/trace.md).
    /// Throws TraceError.
    void add(const Trace& trace);

    [[nodiscard]] MessageMatching result() const;

private:
    /// from, to, tag, communicator
    using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string>;
    struct End {
        std::int64_t bytes;
        std::int64_t time;
        std::uint64_t order;
    };

    struct Ends {
        std::vector<End> sends;
        std::vector<End> receives;
    };

    class Thread;

    std::map<Key, Ends> ends_;
    std::map<std::string, std::map<std::uint64_t, std::uint64_t>> calls_;  // ranks, by instance
    std::uint64_t missing_ = 0;
    std::optional<TraceClock> first_;
    bool oneClock_ = true;
};

}  // namespace gantry::perf
