#pragma once

#include <perf/model/CoreUse.hpp>

#include <optional>
#include <string_view>

namespace gantry::perf {

/// Reads what the cores of this machine do, from its creation on. The run is this process and all
/// children that have ended and were waited for, with theirs.
///
/// Costs a read of /proc/stat at both ends, some 30 us. One thread uses it.
///
///     const CoreUseCounters counters;
///     supervisor.run(...);
///     if (const auto use = counters.use()) { noteCoreUse(profile, *use); }
class CoreUseCounters final {
public:
    /// Where /proc/stat cannot be read, use() returns nothing; there is no exception.
    CoreUseCounters();

    /// Since the creation. Nothing where /proc/stat cannot be read. In seconds of processor time.
    /// The busy part is bounded by that of all, as the time in which a core waits for files may go
    /// back (proc(5)).
    [[nodiscard]] std::optional<CoreUse> use() const;

private:
    struct Reading {
        double all = 0;   // seconds of all cores
        double busy = 0;  // of those, not idle
        double own = 0;
    };

    static std::optional<Reading> read();

    std::optional<Reading> begin_;
};

/// The seconds of all cores, and those in which they were not idle, in the text of /proc/stat. Time
/// that the hypervisor gave to others (steal) is not idle. In seconds since the system started.
struct CoreSeconds {
    double all = 0;
    double busy = 0;
};
/// Of its first line, "cpu", by proc(5). Waiting for files counts as idle; the time of guests is in
/// that of users already. Nothing where the line has another form.
std::optional<CoreSeconds> coreSecondsIn(std::string_view statistics, long ticksPerSecond);

}  // namespace gantry::perf
