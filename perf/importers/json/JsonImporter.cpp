#include <perf/document/JsonProfile.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/JsonCursor.hpp>

namespace gantry::perf {

namespace {

// Also an object of which nothing is known, so that the reader says what is missing; not those that
// another reader takes.
bool recognises(std::string_view beginning) {
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || beginning[first] != '{') {
        return false;
    }
    const std::vector<std::string> names = firstNames(beginning);
    return names.empty() || hasName(names, "format");
}

std::vector<ImportedPart> read(const ImportFile& file) {
    try {
        return {{fromJson(file.bytes())}};
    } catch (const ProfileFormatError& error) {
        throw ProfileFormatError(error.kind(), file.path(), error.what());
    }
}

}  // namespace

Importer jsonImporter() {
    return {"json", "a profile as docs/formats/profile.md describes it", "", recognises, read};
}

}  // namespace gantry::perf
