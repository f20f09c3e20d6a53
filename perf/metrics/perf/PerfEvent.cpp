// The events of perf_event_open(2) that have a name in the kernel's interface, and why one cannot
// be counted. The names are as PAPI and libpfm write them.

#include "PerfEvent.hpp"

#include <base/text/NameSuggestion.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <fstream>
#include <linux/perf_event.h>
#include <string>
#include <system_error>

namespace gantry::perf {

namespace {

constexpr std::uint32_t kSoftware = PERF_TYPE_SOFTWARE;
constexpr std::uint32_t kHardware = PERF_TYPE_HARDWARE;

constexpr std::array kEvents{
    PerfEvent{"perf::TASK-CLOCK", "ns", "CPU time", kSoftware, PERF_COUNT_SW_TASK_CLOCK},
    PerfEvent{"perf::CPU-CLOCK", "ns", "CPU time", kSoftware, PERF_COUNT_SW_CPU_CLOCK},
    PerfEvent{"perf::PAGE-FAULTS", "faults", "page faults", kSoftware, PERF_COUNT_SW_PAGE_FAULTS},
    PerfEvent{"perf::MINOR-FAULTS", "faults", "page faults without a disk", kSoftware,
              PERF_COUNT_SW_PAGE_FAULTS_MIN},
    PerfEvent{"perf::MAJOR-FAULTS", "faults", "page faults that read from a disk", kSoftware,
              PERF_COUNT_SW_PAGE_FAULTS_MAJ},
    PerfEvent{"perf::CONTEXT-SWITCHES", "switches", "context switches", kSoftware,
              PERF_COUNT_SW_CONTEXT_SWITCHES},
    PerfEvent{"perf::CPU-MIGRATIONS", "moves", "moves to another processor", kSoftware,
              PERF_COUNT_SW_CPU_MIGRATIONS},
    PerfEvent{"perf::ALIGNMENT-FAULTS", "faults", "accesses the kernel had to align", kSoftware,
              PERF_COUNT_SW_ALIGNMENT_FAULTS},
    PerfEvent{"perf::EMULATION-FAULTS", "faults", "instructions the kernel had to emulate",
              kSoftware, PERF_COUNT_SW_EMULATION_FAULTS},
    PerfEvent{"perf::CYCLES", "cycles", "cycles of the processor", kHardware,
              PERF_COUNT_HW_CPU_CYCLES},
    PerfEvent{"perf::INSTRUCTIONS", "instructions", "completed instructions", kHardware,
              PERF_COUNT_HW_INSTRUCTIONS},
    PerfEvent{"perf::CACHE-REFERENCES", "accesses", "accesses to the last cache", kHardware,
              PERF_COUNT_HW_CACHE_REFERENCES},
    PerfEvent{"perf::CACHE-MISSES", "misses", "misses of the last cache", kHardware,
              PERF_COUNT_HW_CACHE_MISSES},
    PerfEvent{"perf::BRANCH-INSTRUCTIONS", "instructions", "completed branches", kHardware,
              PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
    PerfEvent{"perf::BRANCH-MISSES", "misses", "mispredicted branches", kHardware,
              PERF_COUNT_HW_BRANCH_MISSES},
    PerfEvent{"perf::BUS-CYCLES", "cycles", "cycles of the bus", kHardware,
              PERF_COUNT_HW_BUS_CYCLES},
    PerfEvent{"perf::STALLED-CYCLES-FRONTEND", "cycles", "cycles without a new instruction",
              kHardware, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    PerfEvent{"perf::STALLED-CYCLES-BACKEND", "cycles", "cycles without a completed instruction",
              kHardware, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
    PerfEvent{"perf::REF-CYCLES", "cycles", "cycles at the nominal frequency", kHardware,
              PERF_COUNT_HW_REF_CPU_CYCLES}};

// What the kernel counts without any hardware and comes nearest.
const char* softwareInstead(const PerfEvent& event) {
    const std::string_view name = event.name;
    if (name.find("CACHE") != std::string_view::npos) {
        return "perf::PAGE-FAULTS or perf::TASK-CLOCK";
    }
    return "perf::TASK-CLOCK, or cpu";
}

}  // namespace

bool PerfEvent::hardware() const noexcept {
    return type == kHardware;
}

const PerfEvent* findPerfEvent(std::string_view name) {
    const auto found = std::find_if(kEvents.begin(), kEvents.end(),
                                    [name](const PerfEvent& event) { return event.name == name; });
    return found == kEvents.end() ? nullptr : &*found;
}

std::string nearPerfEvents(std::string_view name) {
    std::vector<std::string> names;
    names.reserve(kEvents.size());
    for (const PerfEvent& event : kEvents) {
        names.emplace_back(event.name);
    }
    const std::string near = base::nearNames(name, names);
    return near.empty() ? "no event has a similar name" : "similar: " + near;
}

std::string whyRefused(const PerfEvent& event, int error, bool withOthers) {
    if (event.hardware() && (error == ENOENT || error == EOPNOTSUPP || error == ENODEV) &&
        // The kernel lists its counter units there; without "cpu" there is none for hardware
        // events.
        !std::ifstream("/sys/bus/event_source/devices/cpu/type")) {
        return std::string(
                   "this kernel sees no counter unit of the processor, as in most virtual "
                   "machines; use a machine that shows its counters, or measure ") +
               softwareInstead(event);
    }
    if (error == EACCES || error == EPERM) {
        std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
        std::string paranoid = "not readable";
        file >> paranoid;
        return "the kernel does not allow it (perf_event_paranoid is " + paranoid +
               "); sysctl kernel.perf_event_paranoid=2 does, unless a container forbids "
               "perf_event_open";
    }
    if (error == ENOSYS) {
        return "this kernel has no perf_event_open; use page-faults, context-switches or cpu";
    }
    if (error == EMFILE) {
        return "too many files are open; raise the limit (ulimit -n)";
    }
    // A processor has few counters, and some events need a certain one.
    if (withOthers && (error == EINVAL || error == ENOSPC)) {
        return "it cannot be counted together with the metrics before it; measure it alone";
    }
    return "the kernel refused it: " + std::generic_category().message(error) + "; measure " +
           softwareInstead(event);
}

}  // namespace gantry::perf
