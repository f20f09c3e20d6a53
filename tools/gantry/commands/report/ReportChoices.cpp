#include "ReportChoices.hpp"

#include <string>

#include "OptionValues.hpp"

namespace gantry::tools {

perf::ShownMetrics metricsOf(const OptionParser& parser, const perf::Profile& profile) {
    const std::optional<std::string> name = parser.value("metric");
    return name ? readValue("metric", [&] { return perf::metricNamed(profile, *name); })
                : perf::allMetrics(profile);
}

std::optional<perf::ThreadChoice> threadsWanted(const OptionParser& parser) {
    const std::optional<std::string> text = parser.value("of");
    if (!text) {
        return std::nullopt;
    }
    if (const auto whole = parser.firstGiven({"events", "messages", "io", "ranks", "changes",
                                              "decisions", "module", "html", "document"})) {
        throw UsageError("--of chooses threads, and --" + *whole +
                         " shows values of the whole run; omit one of them");
    }
    return readValue("of", [&] { return perf::parseThreadChoice(*text); });
}

}  // namespace gantry::tools
