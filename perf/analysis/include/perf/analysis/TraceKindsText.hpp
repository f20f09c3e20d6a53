#pragma once

#include <perf/analysis/TraceText.hpp>
#include <perf/trace/Trace.hpp>

#include <cstdint>
#include <string>

namespace gantry::perf {

/// What a trace says about its kinds of records, how many there are of each, and the records
/// with a size field by field: also of kinds that this program does not know. Reads all records.
/// Throws TraceError.
std::string traceKindsText(const Trace& trace, TraceText::Format format);

/// The number of records of kinds that this program does not know.
std::uint64_t unknownRecords(const Trace& trace);

}  // namespace gantry::perf
