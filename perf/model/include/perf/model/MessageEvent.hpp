#pragma once

#include <perf/model/EventStats.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gantry::perf {

/// What an event of the module for MPI is about (docs/guide/mpi.md): bytes that went from one rank
/// to another, ranks in the whole run, or calls of collective functions. The names of events are
/// the interface to the module, so they are read back here and nowhere else.
struct MessageEvent {
    /// What a value of the event counts or says.
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
        Root,            ///< the rank that is the root of the collective call before it
    };

    Kind kind = Kind::Message;
    std::optional<std::int64_t> from;  ///< nothing: ranks that have no event of their own
    std::optional<std::int64_t> to;    ///< likewise
    std::uint64_t least = 0;           ///< bytes; those of the event are fewer than twice as many
    std::string communicator;

    friend bool operator==(const MessageEvent&, const MessageEvent&) = default;
};

/// What the event is about; nothing where it is about something else. Events of a call path are
/// never meant. Compares and splits the name; the values are not looked at. O(length of the name).
/// Any thread.
std::optional<MessageEvent> messageEvent(const EventStats& event);

}  // namespace gantry::perf
