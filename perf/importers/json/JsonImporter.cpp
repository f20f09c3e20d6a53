#include <perf/document/ProfileFile.hpp>
#include <perf/importers/Importer.hpp>

namespace gantry::perf {

namespace {

bool recognises(std::string_view begin) {
    const std::size_t first = begin.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && begin[first] == '{';
}

}  // namespace

Importer jsonImporter() {
    return {"json", "a profile as docs/formats/profile.md describes it", recognises, readProfile};
}

}  // namespace gantry::perf
