#pragma once

#include <perf/model/ModuleRecords.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "DarshanLog.hpp"

namespace gantry::perf {

/// A record of Darshan as its current version has it; what older versions lack is 0.
struct DarshanCounters {
    static constexpr std::size_t kMost = 69;
    static constexpr std::size_t kMostReal = 17;

    std::array<std::int64_t, kMost> counters{};
    std::array<double, kMostReal> reals{};
};

/// What is read of one module of Darshan.
struct DarshanRecords {
    const char* module;    ///< of Gantry, with the same meaning
    std::size_t counters;  ///< of a record of the current version
    std::size_t reals;
    std::uint32_t version;               ///< the current one
    std::span<const std::size_t> added;  ///< counters that the version before had not
};

/// Of Posix, MpiIo or Stdio.
const DarshanRecords& darshanRecords(DarshanModule module);

/// The fields that the records of the module become.
std::vector<ModuleField> darshanFields(DarshanModule module);

/// The values of these fields. sharingRanks: how many ranks used the file, where the record is of
/// all of them; 0 where it is of one rank.
/// Returns what is wrong; empty where nothing is.
std::string takeDarshanValues(DarshanModule module, const DarshanCounters& record,
                              std::int64_t sharingRanks, std::vector<std::int64_t>& values);

}  // namespace gantry::perf
