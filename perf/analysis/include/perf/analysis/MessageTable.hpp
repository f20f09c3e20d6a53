#pragma once

#include <perf/analysis/ReportTable.hpp>
#include <perf/model/Profile.hpp>

#include <optional>
#include <string>

namespace gantry::perf {

/// What one rank sent to another: the ranks in the whole run, as the module for MPI names its
/// events
/// ("MPI bytes 0 -> 3"; docs/guide/mpi.md).
struct MessagePair {
    std::int64_t from = 0;
    std::optional<std::int64_t> to;  ///< nothing: all ranks that have no event of their own

    friend bool operator==(const MessagePair&, const MessagePair&) = default;
};

/// The ranks that an event is about; nothing where it is about something else.
std::optional<MessagePair> messagePair(const EventStats& event);

/// The messages from rank to rank, by sender and receiver: their number, bytes, and smallest, mean
/// and largest size. No rows where no messages were measured.
ReportTable messageTable(const Profile& profile);

}  // namespace gantry::perf
