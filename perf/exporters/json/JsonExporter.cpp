#include <perf/document/JsonProfile.hpp>
#include <perf/exporters/Exporter.hpp>

namespace gantry::perf {

namespace {

void write(const ExportSource& source, std::ostream& output) {
    output << toJson(source.profile);
}

}  // namespace

Exporter jsonExporter() {
    return {"json",         "the whole profile, as docs/formats/profile.md describes it",
            "the trace",    ".gantry.json",
            TraceUse::None, write};
}

}  // namespace gantry::perf
