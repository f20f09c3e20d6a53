#include "SourceOptions.hpp"

#include <base/text/NumberText.hpp>

#include <set>

namespace gantry::tools {

void addSourceOptions(OptionParser& parser) {
    parser
        .flag("sources",
              "Keep in the archive the source files that measured lines are in, compressed: of "
              "samples, of call sites, and of timers that know their place. Reports then show them "
              "on any machine, also if the files are changed or removed.")
        .option("source-limits", "FILE,ALL",
                "With --sources: the largest size of a file and of all files together, such as "
                "4M,64M (default: 1M,16M). What is left out is named in the archive.");
}

std::optional<perf::SourceLimits> sourceLimits(const OptionParser& parser) {
    if (!parser.has("sources")) {
        if (parser.has("source-limits")) {
            throw UsageError("--source-limits goes with --sources");
        }
        return std::nullopt;
    }
    const std::optional<std::string> text = parser.value("source-limits");
    return text ? readValue("source-limits", [&] { return perf::readSourceLimits(*text); })
                : perf::SourceLimits();
}

std::string sourcesText(const std::vector<perf::ArchivedSource>& sources,
                        const std::string& archive) {
    if (sources.empty()) {
        return "none, as no measured line is known; compile the program with -g";
    }
    std::size_t files = 0;
    std::size_t bytes = 0;
    std::set<const std::string*> texts;
    for (const perf::ArchivedSource& source : sources) {
        if (source.text) {
            ++files;
            bytes += texts.insert(source.text.get()).second ? source.text->size() : 0;
        }
    }
    std::string text = base::plural(files, "source file") + ", " + base::plural(bytes, "byte");
    if (files < sources.size()) {
        text += "; " + std::to_string(sources.size() - files) +
                " left out (gantry report --sources " + archive + ")";
    }
    return text;
}

}  // namespace gantry::tools
