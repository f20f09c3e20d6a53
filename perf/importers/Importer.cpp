#include <base/InputError.hpp>
#include <base/files/FileError.hpp>
#include <perf/importers/Importer.hpp>

#include <cerrno>
#include <fstream>
#include <string>

namespace gantry::perf {

namespace {

// Enough for every importer to recognise its format; not the whole file, which may be large.
constexpr std::size_t kBegin = 4096;

std::string beginOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        base::failOnFile(file, "cannot read", errno);
    }
    if (!std::filesystem::is_regular_file(file)) {
        throw base::FileError("cannot read " + file.string() + ": it is not a regular file");
    }
    std::string begin(kBegin, '\0');
    stream.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    begin.resize(static_cast<std::size_t>(stream.gcount()));
    return begin;
}

}  // namespace

Profile importProfile(const std::filesystem::path& file) {
    const std::string begin = beginOf(file);
    std::string known;
    for (const Importer& importer : allImporters()) {
        if (importer.recognises(begin)) {
            return importer.read(file);
        }
        known += (known.empty() ? "" : ", ") + std::string(importer.name);
    }
    throw base::InputError(
        base::InputError::Kind::WrongKind, file,
        "is neither an archive of Gantry nor of a format that can be imported (" + known + ")");
}

}  // namespace gantry::perf
