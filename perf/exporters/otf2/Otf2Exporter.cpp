#include <perf/exporters/Exporter.hpp>

#include "Otf2Archive.hpp"

namespace gantry::perf {

namespace {

void writeFolder(const ExportSource& source, const std::filesystem::path& folder) {
    Otf2Archive archive(folder, communicatorsOf(source));
    for (const RankTrace& rank : source.traces) {
        for (const auto& [thread, chunks] : rank.trace->threads()) {
            archive.writeThread(rank, thread, source.window);
        }
    }
    archive.finish(source.profile);
}

}  // namespace

Exporter otf2Exporter() {
    return {
        "otf2",
        "a folder with an OTF2 archive: enter and leave of each call, call paths, messages, "
        "collective and one-sided operations, a metric for each event, source lines, a location "
        "for each thread; Vampir, otf2-print, Python's otf2",
        "completion of one-sided operations, totals, facts",
        ".otf2",
        TraceUse::Required,
        nullptr,
        writeFolder};
}

}  // namespace gantry::perf
