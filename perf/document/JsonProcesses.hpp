#pragma once

#include <perf/model/ProcessInfo.hpp>
#include <perf/model/ThreadProfile.hpp>

#include <cstddef>
#include <vector>

#include "JsonField.hpp"

namespace gantry::perf {

/// The list of processes in a profile. Throws ProfileFormatError.
std::vector<ProcessInfo> readProcesses(const JsonField& field);

/// Process and role of a thread, where the document has them. Throws ProfileFormatError.
void readIdentity(const JsonField& field, ThreadProfile& thread, std::size_t processes);

}  // namespace gantry::perf
