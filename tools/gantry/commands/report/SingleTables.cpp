#include "SingleTables.hpp"

#include <perf/analysis/SourceTable.hpp>
#include <perf/sources/SourceState.hpp>

#include "OptionParser.hpp"

namespace gantry::tools {

perf::ReportTable sourceTable(const ReportInput& input, const std::string& file) {
    const auto text = [&input](const std::string& path) {
        return perf::sourceText(input.history.sources, path, input.profile.created);
    };
    const auto files = perf::sourceListings(input.profile, input.history.sources);
    return readValue("source", [&] {
        return perf::sourceLines(files, file, input.profile.metrics.front().unit, text);
    });
}

}  // namespace gantry::tools
