#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gantry::perf {

/// One counter of the kernel. All texts are static. `type` and `config` as perf_event_open(2) takes
/// them.
struct PerfEvent {
    const char* name;  ///< as PAPI and libpfm write it, such as perf::TASK-CLOCK
    const char* unit;
    const char* what;  ///< in words
    std::uint32_t type;
    std::uint64_t config;

    /// Whether the processor counts it, so that the number of such events at once is limited.
    bool hardware() const noexcept;
};

/// The counter of exactly that name; null where there is none.
const PerfEvent* findPerfEvent(std::string_view name);

/// What to use instead of a name that does not exist, as the end of a sentence.
std::string nearPerfEvents(std::string_view name);

/// Why the kernel refused the counter with that error, and what to do.
std::string whyRefused(const PerfEvent& event, int error, bool withOthers);

}  // namespace gantry::perf
