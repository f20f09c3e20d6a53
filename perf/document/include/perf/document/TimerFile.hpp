#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// The version of both documents below.
inline constexpr int kTimerFileVersion = 1;

/// What is reported of one timer: all threads and call paths together, as TimerRecord (Flat.hpp),
/// with values in the units of the metrics. A plain value, made for one document.
struct TimerFigures {
    std::string name;
    std::uint64_t calls = 0;
    std::uint64_t childCalls = 0;
    /// Calls that had not ended yet.
    std::int32_t running = 0;
    MetricValues inclusive{};
    MetricValues exclusive{};
};

/// The documents "gantry-timer-names" and "gantry-timers", described in docs/formats/timers.md.
/// They end with a line feed. Names of any bytes: those that are not UTF-8 as in profiles.
std::string timerNamesToJson(const std::vector<std::string>& names);
std::string timersToJson(const std::vector<Metric>& metrics,
                         const std::vector<TimerFigures>& timers);

/// Writes such a document as writeProfile() writes a profile: whole or not at all. Throws
/// base::FileError.
///
///     writeTimerNames("names.json", {"solve Solver", "read"});
void writeTimerNames(const std::filesystem::path& path, const std::vector<std::string>& names);
///
///     writeTimers("timers.json", profile.metrics, {{.name = "solve", .calls = 3}});
void writeTimers(const std::filesystem::path& path, const std::vector<Metric>& metrics,
                 const std::vector<TimerFigures>& timers);

}  // namespace gantry::perf
