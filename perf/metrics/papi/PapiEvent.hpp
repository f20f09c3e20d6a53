#pragma once

#include <string>
#include <vector>

namespace gantry::perf {

/// Starts PAPI once for the process. Throws std::runtime_error where it does not start.
void startPapi();

/// The version of the library that is loaded, such as "7.0.0".
std::string papiVersion();

/// What an event counts, in words, and its unit. PAPI knows the calling thread, see PapiThread.
struct PapiEventInfo {
    std::string what;
    std::string unit;
};
/// Falls back to the name itself and the unit "events" where PAPI knows nothing. Allocates; for
/// set-up.
PapiEventInfo describePapiEvent(const std::string& name);

/// Why PAPI did not take the event, with that status, and what to use instead. PAPI knows the
/// calling thread.
std::string whyRefused(const std::string& name, int status, bool withOthers);

}  // namespace gantry::perf
