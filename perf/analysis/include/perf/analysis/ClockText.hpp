#pragma once

#include <perf/analysis/MessageTimes.hpp>
#include <perf/model/Profile.hpp>

#include <string>

namespace gantry::perf {

/// What is known of the clocks, and what was moved, in lines of at most 80 columns that begin with
/// "Clock" and "Order".
///
///     std::cout << clockText(matching.clock);
std::string clockText(const ClockReport& report);

/// Of these the lines about orders; empty with one clock.
std::string orderText(const ClockReport& report);

/// The same as a JSON object (docs/formats/clock.md).
std::string clockJson(const ClockReport& report);

/// Whether all processes of a run are known to read one clock.
bool readsOneClock(const Profile& profile);

/// Whether the processes of a run read one clock, and if not, whether and how well their clocks
/// were compared; empty for one process.
std::string clockOfRun(const Profile& profile);

}  // namespace gantry::perf
