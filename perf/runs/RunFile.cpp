#include <perf/archive/Archive.hpp>
#include <perf/archive/OtherFile.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/runs/RunFile.hpp>

#include <optional>
#include <utility>

namespace gantry::perf {

namespace {

ProfileFile opened(const std::filesystem::path& path) {
    if (!looksLikeArchive(path)) {
        return {importProfile(path), {}};
    }
    CheckedArchive archive(path);
    Profile profile = archive.profile();
    return {std::move(profile), std::move(archive)};
}

}  // namespace

ProfileFile openProfileFile(const std::filesystem::path& path) {
    try {
        return opened(path);
    } catch (const base::InputError& error) {
        const std::optional<OtherFile> other = otherFile(path);
        if (!other || error.kind() == base::InputError::Kind::File) {
            throw;
        }
        throw OtherFileError(*other, path);
    }
}

Profile readProfileFile(const std::filesystem::path& path) {
    return openProfileFile(path).profile;
}

}  // namespace gantry::perf
