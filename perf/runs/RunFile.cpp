#include <perf/archive/Archive.hpp>
#include <perf/archive/OtherFile.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/runs/RunFile.hpp>

#include <optional>

namespace gantry::perf {

Profile readProfileFile(const std::filesystem::path& path) {
    try {
        return looksLikeArchive(path) ? readArchive(path) : importProfile(path);
    } catch (const base::InputError& error) {
        const std::optional<OtherFile> other = otherFile(path);
        if (!other || error.kind() == base::InputError::Kind::File) {
            throw;
        }
        throw OtherFileError(*other, path);
    }
}

}  // namespace gantry::perf
