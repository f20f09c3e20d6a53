#include "PapiEvent.hpp"

#include <base/text/NameSuggestion.hpp>
#include <perf/segment/CpuClock.hpp>

#include <papi.h>

#include <atomic>
#include <fstream>
#include <mutex>
#include <stdexcept>
#include <sys/types.h>
#include <unistd.h>

namespace gantry::perf {

namespace {

unsigned long threadNumber() {
    return static_cast<unsigned long>(currentThread());
}

// The presets PAPI defines, or the native events of all its components.
std::vector<std::string> knownEvents(bool presets) {
    std::vector<std::string> names;
    for (int component = 0; component < PAPI_num_components(); ++component) {
        // PAPI enumerates by codes: first, then next until it fails.
        int code = static_cast<int>(presets ? PAPI_PRESET_MASK : PAPI_NATIVE_MASK);
        if (presets ? PAPI_enum_event(&code, PAPI_ENUM_FIRST) != PAPI_OK
                    : PAPI_enum_cmp_event(&code, PAPI_ENUM_FIRST, component) != PAPI_OK) {
            continue;
        }
        do {
            char name[PAPI_MAX_STR_LEN] = "";
            if (PAPI_event_code_to_name(code, name) == PAPI_OK) {
                names.emplace_back(name);
            }
        } while (presets ? PAPI_enum_event(&code, PAPI_ENUM_EVENTS) == PAPI_OK
                         : PAPI_enum_cmp_event(&code, PAPI_ENUM_EVENTS, component) == PAPI_OK);
        if (presets) {
            break;
        }
    }
    return names;
}

// Why PAPI's component for the kernel's counters is not at work; empty where it is.
std::string whyNoCounters() {
    const int component = PAPI_get_component_index("perf_event");
    const PAPI_component_info_t* const info =
        component < 0 ? nullptr : PAPI_get_component_info(component);
    return info == nullptr || info->disabled == PAPI_OK ? "" : info->disabled_reason;
}

// Why PAPI counts nothing of the processor; empty where it does.
std::string whyNoHardware() {
    if (!std::ifstream("/sys/bus/event_source/devices/cpu/type")) {
        return "this kernel sees no counter unit of the processor, as in most virtual machines; "
               "use "
               "a machine that shows its counters";
    }
    const std::string why = whyNoCounters();
    return why.empty() ? why : "PAPI cannot use the processor's counters: " + why;
}

bool isPreset(const std::string& name) {
    return name.rfind("PAPI_", 0) == 0;
}

}  // namespace

void startPapi() {
    // PAPI begins anew in a forked process when it is asked to.
    static std::atomic<pid_t> startedIn{0};
    static std::mutex starting;
    const pid_t process = ::getpid();
    if (startedIn.load(std::memory_order_acquire) == process) {
        return;
    }
    const std::lock_guard lock(starting);
    if (startedIn.load(std::memory_order_acquire) != process) {
        const int version = PAPI_library_init(PAPI_VER_CURRENT);
        if (version != PAPI_VER_CURRENT) {
            throw std::runtime_error(std::string("PAPI does not start: ") + PAPI_strerror(version) +
                                     "; reinstall the package libpapi-dev and build again");
        }
        if (const int status = PAPI_thread_init(&threadNumber); status != PAPI_OK) {
            throw std::runtime_error(std::string("PAPI does not work with threads: ") +
                                     PAPI_strerror(status));
        }
        // Last: another thread that sees it may use PAPI without the lock.
        startedIn.store(process, std::memory_order_release);
    }
}

std::string papiVersion() {
    const int version = PAPI_get_opt(PAPI_LIB_VERSION, nullptr);
    return std::to_string(PAPI_VERSION_MAJOR(version)) + '.' +
           std::to_string(PAPI_VERSION_MINOR(version)) + '.' +
           std::to_string(PAPI_VERSION_REVISION(version));
}

PapiEventInfo describePapiEvent(const std::string& name) {
    int code = 0;
    PAPI_event_info_t info{};
    if (PAPI_event_name_to_code(name.c_str(), &code) != PAPI_OK ||
        PAPI_get_event_info(code, &info) != PAPI_OK) {
        return {name, "events"};
    }
    return {info.long_descr, info.units[0] == '\0' ? "events" : info.units};
}

std::string whyRefused(const std::string& name, int status, bool withOthers) {
    if (status == PAPI_ECNFLCT || (withOthers && status == PAPI_ECMP)) {
        return "it cannot be counted together with the metrics before it; measure it alone";
    }
    if (status == PAPI_EISRUN) {
        return "another event set of PAPI is counting in this thread, for another engine or for "
               "the "
               "program itself, and PAPI counts one at a time in a thread; measure in another "
               "thread, or stop the other event set first; or measure cpu, perf::TASK-CLOCK or "
               "perf::PAGE-FAULTS";
    }
    int code = 0;
    if (PAPI_event_name_to_code(name.c_str(), &code) != PAPI_OK) {
        const std::string near = base::nearNames(name, knownEvents(isPreset(name)));
        const std::string off = near.empty() ? whyNoCounters() : "";
        return "PAPI " + papiVersion() + " knows no event of that name here" +
               (off.empty() ? "" : ", and its component perf_event is off: " + off) + "; " +
               (near.empty() ? "papi_avail and papi_native_avail (package papi-tools) list those "
                               "there are"
                             : "similar: " + near);
    }
    const std::string hardware = whyNoHardware();
    return (hardware.empty() ? std::string("PAPI: ") + PAPI_strerror(status) : hardware) +
           "; or measure cpu, perf::TASK-CLOCK or perf::PAGE-FAULTS";
}

}  // namespace gantry::perf
