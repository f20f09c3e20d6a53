#pragma once

#include <string>
#include <utility>
#include <vector>

namespace gantry::capi {

/// Facts about the process in words, as they are in its segment.
using Facts = std::vector<std::pair<std::string, std::string>>;

/// What is known when the process starts: command, executable, start, host; rank, size and job
/// where a launcher of parallel programs says so. What cannot be read is left out. Throws
/// std::bad_alloc.
Facts startFacts();

/// What is known at its end: the most memory it had, its page faults and context switches. Throws
/// std::bad_alloc.
Facts endFacts();

}  // namespace gantry::capi
