#include "SingleTables.hpp"

#include <base/text/Paragraph.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/ModuleReport.hpp>
#include <perf/analysis/ModuleTable.hpp>
#include <perf/analysis/SourceTable.hpp>
#include <perf/sources/SourceState.hpp>

#include <cstddef>
#include <iostream>
#include <optional>
#include <stdexcept>

#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

// Of the words that a module brings.
constexpr std::size_t kWidth = 80;

}  // namespace

perf::ReportTable sourceTable(const ReportInput& input, const std::string& file) {
    const auto text = [&input](const std::string& path) {
        return perf::sourceText(input.history.sources, path, input.profile.created);
    };
    const auto files = perf::sourceListings(input.profile, input.history.sources);
    return readValue("source", [&] {
        return perf::sourceLines(files, file, input.profile.metrics.front().unit, text);
    });
}

perf::ReportTable moduleTableOf(const perf::Profile& profile, const std::string& module,
                                const ModuleTableChoice& choice) {
    try {
        const auto report = choice.everyField ? std::nullopt : perf::moduleReport(profile, module);
        if (report) {
            std::string text = report->title.empty() ? "" : report->title + "\n\n";
            for (const std::string& note : report->notes) {
                text += base::paragraph("", note, {0, kWidth}) + '\n';
            }
            std::cout << (choice.forPeople ? base::printableLines(text) : "");
            return report->table;
        }
    } catch (const std::invalid_argument& error) {
        std::cerr << "gantry: the report that the module " << base::printable(module)
                  << " brings cannot be read: " << base::printable(error.what())
                  << "; every value is shown instead (docs/formats/module-report.md)\n";
    }
    return readValue("module", [&] { return perf::moduleTable(profile, module); });
}

}  // namespace gantry::tools
