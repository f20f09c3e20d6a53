#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

namespace gantry::bench {

/// One rank of a run that a launcher has started: generates its profile of so many timers, merges
/// it with the others over that class of upcalls, and on rank 0 writes the archive. Prints on rank
/// 0 what this took there.
void mergeRealRanks(const std::string& upcalls, std::uint32_t timers, std::uint32_t detailed,
                    const std::filesystem::path& folder);

}  // namespace gantry::bench
