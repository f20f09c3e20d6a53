#pragma once

#include <perf/model/Operation.hpp>
#include <perf/trace/SizedRecords.hpp>
#include <perf/trace/TraceTables.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace gantry::perf {

/// What a timer's calls or an event are, as a trace says it.
struct TraceOperation {
    /// A number of TraceKinds::operations; may be one that this program does not know.
    std::uint32_t kind = 0;
    SourceLocation source;  ///< empty file: not known

    friend bool operator==(const TraceOperation&, const TraceOperation&) = default;
};

/// Operations by the number of the timer or event.
struct TraceOperations {
    std::map<std::uint32_t, TraceOperation> timers;
    std::map<std::uint32_t, TraceOperation> events;

    friend bool operator==(const TraceOperations&, const TraceOperations&) = default;
};

/// The records that say what these timers and events are. A counter is a message if it is one of
/// those that the module for MPI leaves.
std::vector<SizedRecord> operationRecords(const TraceTables& tables);

/// Takes the operations of these records; others are left out. Throws TraceError with Kind::Damaged
/// if one is cut.
void takeOperations(const std::vector<SizedRecord>& records, TraceOperations& operations);

/// The tables of a trace and all that belongs to them, as whole chunks: tables, and operations.
std::vector<std::string> tableChunks(const TraceTables& tables);

}  // namespace gantry::perf
