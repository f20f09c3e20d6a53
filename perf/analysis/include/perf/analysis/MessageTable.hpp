#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// What an event of the module for MPI is about (docs/guide/mpi.md): bytes that went from one rank
/// to another, ranks in the whole run, or calls of collective functions. The names of events are
/// the interface to the module, so they are read back here and nowhere else.
struct MessageEvent {
    enum class Kind {
        Message,
        Collective,
        OneSided,
        CollectiveCalls,
        Received,        ///< only in a traced run, as those below
        Tag,             ///< of the message before it
        Posted,          ///< the place of the receive before it among those that were posted
        Instance,        ///< the number of the collective call before it
        CollectiveTime,  ///< how long collective calls took, in ns
    };

    Kind kind = Kind::Message;
    std::optional<std::int64_t> from;  ///< nothing: ranks that have no event of their own
    std::optional<std::int64_t> to;    ///< likewise
    std::uint64_t least = 0;           ///< bytes; those of the event are fewer than twice as many
    std::string communicator;

    friend bool operator==(const MessageEvent&, const MessageEvent&) = default;
};

/// What the event is about; nothing where it is about something else. Events of a call path are
/// never meant. Compares and splits the name; the values are not looked at.
std::optional<MessageEvent> messageEvent(const EventStats& event);

/// What went from rank to rank by one kind of call, by sender and receiver: number, bytes, and
/// smallest, mean and largest size. No rows where nothing was measured; CollectiveCalls has none.
ReportTable messageTable(const Profile& profile, MessageEvent::Kind kind);

/// Messages and collective calls of each communicator, and the time in these. One row each, in
/// alphabetical order; collective calls and their time count once for each rank.
ReportTable communicatorTable(const Profile& profile);

/// How many had which size, by powers of two.
ReportTable messageSizeTable(const Profile& profile);

/// All of these that have rows; the messages always.
///
///     ReportDocument report{profile, messageTables(profile)};
std::vector<ReportTable> messageTables(const Profile& profile);

}  // namespace gantry::perf
