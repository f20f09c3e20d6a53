#include <papi.h>

#include <fstream>

#include "Finding.hpp"

namespace gantry::tools {

namespace {

std::string versionOf(int version) {
    return std::to_string(PAPI_VERSION_MAJOR(version)) + '.' +
           std::to_string(PAPI_VERSION_MINOR(version)) + '.' +
           std::to_string(PAPI_VERSION_REVISION(version));
}

/// Whether an event can be counted in this process.
bool counts(const char* event) {
    int set = PAPI_NULL;
    if (PAPI_create_eventset(&set) != PAPI_OK) {
        return false;
    }
    const bool works = PAPI_add_named_event(set, event) == PAPI_OK && PAPI_start(set) == PAPI_OK;
    long long value = 0;
    if (works) {
        PAPI_stop(set, &value);
    }
    PAPI_cleanup_eventset(set);
    PAPI_destroy_eventset(&set);
    return works;
}

std::string working(std::initializer_list<const char*> events) {
    std::string names;
    for (const char* event : events) {
        if (counts(event)) {
            names += (names.empty() ? "" : ", ") + std::string(event);
        }
    }
    return names;
}

Finding hardwareFinding() {
    const std::string events =
        working({"PAPI_TOT_CYC", "PAPI_TOT_INS", "PAPI_L1_DCM", "PAPI_FP_OPS"});
    if (!events.empty()) {
        return {"hardware counters", events, ""};
    }
    std::ifstream file("/proc/sys/kernel/perf_event_paranoid");
    int paranoid = 0;
    if (!std::ifstream("/sys/bus/event_source/devices/cpu/type")) {
        return {
            "hardware counters",
            "none: this kernel sees no counter unit of the processor, as in most virtual machines",
            "use a machine, or a virtual machine type, that shows its counters; software counters "
            "work meanwhile"};
    }
    if (file >> paranoid && paranoid > 2) {
        return {"hardware counters", "none: perf_event_paranoid is " + std::to_string(paranoid),
                "sysctl kernel.perf_event_paranoid=2"};
    }
    return {"hardware counters", "none of those asked for can be counted",
            "papi_avail (package papi-tools) lists what can"};
}

}  // namespace

std::vector<Finding> counterFindings() {
    const int version = PAPI_library_init(PAPI_VER_CURRENT);
    if (version != PAPI_VER_CURRENT) {
        return {{"PAPI", std::string("does not start: ") + PAPI_strerror(version),
                 "reinstall the package libpapi-dev"}};
    }
    std::vector<Finding> findings{{"PAPI", versionOf(version), ""}, hardwareFinding()};
    const std::string software =
        working({"perf::TASK-CLOCK", "perf::PAGE-FAULTS", "perf::CONTEXT-SWITCHES"});
    findings.push_back({"software counters", software.empty() ? "none" : software,
                        software.empty() ? "sysctl kernel.perf_event_paranoid=2" : ""});
    PAPI_shutdown();
    return findings;
}

}  // namespace gantry::tools
