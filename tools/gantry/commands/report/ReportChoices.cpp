#include "ReportChoices.hpp"

#include <string>

#include "OptionValues.hpp"

namespace gantry::tools {

perf::ShownMetrics metricsOf(const perf::Profile& profile, const std::optional<std::string>& name) {
    if (!name) {
        return perf::allMetrics(profile);
    }
    std::string known;
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        if (profile.metrics[m].name == *name) {
            return {m};
        }
        known += (m == 0 ? "" : ", ") + profile.metrics[m].name;
    }
    throw UsageError("--metric takes a measured metric: " + known + "; not '" + *name + "'");
}

std::optional<perf::ThreadChoice> threadsWanted(const OptionParser& parser) {
    const std::optional<std::string> text = parser.value("of");
    if (!text) {
        return std::nullopt;
    }
    for (const char* const whole : {"events", "messages", "io", "ranks", "changes", "decisions",
                                    "module", "html", "document"}) {
        if (parser.has(whole)) {
            throw UsageError("--of chooses threads, and --" + std::string(whole) +
                             " shows values of the whole run; omit one of them");
        }
    }
    return readValue("of", [&] { return perf::parseThreadChoice(*text); });
}

}  // namespace gantry::tools
