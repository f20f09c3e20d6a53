// What Gantry calls otherwise than OTF2 does.

#include "Otf2Terms.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <map>
#include <string_view>

namespace gantry::perf {

std::optional<CommunicatorRank> numberOf(const Communicators& communicators,
                                         const std::string& name,
                                         const std::optional<std::int64_t>& rank) {
    const auto found = communicators.find(name);
    if (found == communicators.end() || !rank || *rank < 0) {
        return std::nullopt;
    }
    const std::vector<std::uint32_t>& ranks = found->second;
    const auto place = std::lower_bound(ranks.begin(), ranks.end(), *rank);
    if (place == ranks.end() || *place != *rank) {
        return std::nullopt;
    }
    return CommunicatorRank{static_cast<OTF2_CommRef>(std::distance(communicators.begin(), found)),
                            static_cast<std::uint32_t>(place - ranks.begin())};
}

std::optional<OTF2_CollectiveOp> collectiveOf(const Trace& trace, std::uint32_t timer) {
    static const std::map<std::string, OTF2_CollectiveOp> kOperations{
        {"barrier", OTF2_COLLECTIVE_OP_BARRIER},
        {"bcast", OTF2_COLLECTIVE_OP_BCAST},
        {"gather", OTF2_COLLECTIVE_OP_GATHER},
        {"gatherv", OTF2_COLLECTIVE_OP_GATHERV},
        {"scatter", OTF2_COLLECTIVE_OP_SCATTER},
        {"scatterv", OTF2_COLLECTIVE_OP_SCATTERV},
        {"allgather", OTF2_COLLECTIVE_OP_ALLGATHER},
        {"allgatherv", OTF2_COLLECTIVE_OP_ALLGATHERV},
        {"alltoall", OTF2_COLLECTIVE_OP_ALLTOALL},
        {"alltoallv", OTF2_COLLECTIVE_OP_ALLTOALLV},
        {"alltoallw", OTF2_COLLECTIVE_OP_ALLTOALLW},
        {"allreduce", OTF2_COLLECTIVE_OP_ALLREDUCE},
        {"reduce", OTF2_COLLECTIVE_OP_REDUCE},
        {"reduce_scatter", OTF2_COLLECTIVE_OP_REDUCE_SCATTER},
        {"reduce_scatter_block", OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK},
        {"scan", OTF2_COLLECTIVE_OP_SCAN},
        {"exscan", OTF2_COLLECTIVE_OP_EXSCAN}};
    const auto known = trace.tables().timers.find(timer);
    constexpr std::string_view kMpi = "MPI_";
    if (known == trace.tables().timers.end() || !known->second.name.starts_with(kMpi)) {
        return std::nullopt;
    }
    std::string function = known->second.name.substr(kMpi.size());
    std::transform(function.begin(), function.end(), function.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    auto found = kOperations.find(function);
    if (found == kOperations.end() && function.starts_with('i')) {
        found = kOperations.find(function.substr(1));
    }
    return found == kOperations.end() ? std::nullopt : std::optional(found->second);
}

OTF2_RegionRole roleOf(const TraceOperation& operation) {
    switch (static_cast<OperationKind>(operation.kind)) {
        case OperationKind::Send:
        case OperationKind::Receive:
            return OTF2_REGION_ROLE_POINT2POINT;
        case OperationKind::Collective:
            return OTF2_REGION_ROLE_COLL_OTHER;
        case OperationKind::InputOutput:
            return OTF2_REGION_ROLE_FILE_IO;
        default:
            return OTF2_REGION_ROLE_FUNCTION;
    }
}

}  // namespace gantry::perf
