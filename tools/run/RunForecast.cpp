#include "RunForecast.hpp"

#include <framework/PerformanceBackend.hpp>
#include <framework/ScriptInterpreter.hpp>

#include <optional>
#include <sstream>

namespace gantry::tools {

namespace {

/// The script has come to its first go.
struct ReachedGo {};

}  // namespace

std::vector<TunerOutcome> forecastTuners(const std::filesystem::path& script,
                                         const std::vector<std::filesystem::path>& componentPath,
                                         std::int64_t calls) {
    framework::Framework assembly(componentPath);
    std::ostringstream ignored;
    framework::ScriptInterpreter interpreter(assembly, ignored);
    interpreter.setBeforeGo([] { throw ReachedGo(); });
    try {
        interpreter.run(script);
    } catch (const ReachedGo&) {
        // The assembly is as far as it is needed.
    }
    // A tuner needs a clock even if it measures nothing.
    framework::PerformanceBackend backend(assembly, std::nullopt, {});
    backend.connect();
    arrangeTuners(assembly);
    std::vector<TunerOutcome> tuners = readTuners(assembly, calls);
    assembly.shutdown();
    return tuners;
}

}  // namespace gantry::tools
