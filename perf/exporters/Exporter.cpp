#include <base/text/NameSuggestion.hpp>
#include <perf/exporters/Exporter.hpp>

#include <algorithm>
#include <stdexcept>

namespace gantry::perf {

std::uint32_t rankOf(const ExportSource& source, std::size_t thread) noexcept {
    return thread < source.rankOf.size() ? source.rankOf[thread] : 0;
}

Exporter exporterNamed(const std::string& name) {
    const std::vector<Exporter> all = allExporters();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const Exporter& exporter) { return exporter.name == name; });
    if (found != all.end()) {
        return *found;
    }
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const Exporter& exporter : all) {
        names.emplace_back(exporter.name);
    }
    throw std::invalid_argument("there is no format '" + name + "'" + base::suggest(name, names));
}

}  // namespace gantry::perf
