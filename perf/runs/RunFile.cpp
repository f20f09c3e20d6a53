#include <perf/archive/Archive.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/runs/RunFile.hpp>

#include <optional>
#include <string>

#include "OtherFile.hpp"

namespace gantry::perf {

Profile readProfileFile(const std::filesystem::path& path) {
    try {
        return looksLikeArchive(path) ? readArchive(path) : importProfile(path);
    } catch (const base::InputError& error) {
        const std::optional<std::string> other = describeOtherFile(path);
        if (!other || error.kind() == base::InputError::Kind::File) {
            throw;
        }
        throw base::InputError(base::InputError::Kind::WrongKind, path, *other);
    }
}

}  // namespace gantry::perf
