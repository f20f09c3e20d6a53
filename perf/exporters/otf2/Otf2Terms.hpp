#pragma once

#include <otf2/otf2.h>
#include <perf/exporters/CallMessages.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gantry::perf {

/// A rank and its communicator by their numbers in the archive.
struct CommunicatorRank {
    OTF2_CommRef communicator;
    std::uint32_t rank;
};

/// Nothing for a rank that is not in that communicator.
std::optional<CommunicatorRank> numberOf(const Communicators& communicators,
                                         const std::string& name,
                                         const std::optional<std::int64_t>& rank);

/// By the name of the function, without the I of those that do not block; nothing for others.
std::optional<OTF2_CollectiveOp> collectiveOf(const Trace& trace, std::uint32_t timer);

OTF2_RegionRole roleOf(const TraceOperation& operation);

}  // namespace gantry::perf
