#include "GeneratedFile.hpp"

#include <base/files/AtomicFile.hpp>
#include <base/files/FileError.hpp>

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace sidlc {

namespace {

std::runtime_error refuse(const std::filesystem::path& path, const std::string& why) {
    return std::runtime_error("cannot write '" + path.string() + "': " + why);
}

bool holds(const std::filesystem::path& path, const std::string& text) {
    std::ifstream file(path, std::ios::binary);
    return file && std::string(std::istreambuf_iterator<char>(file), {}) == text;
}

void write(const std::filesystem::path& path, const std::string& text) {
    std::error_code error;
    if (path.has_parent_path()) {
        std::filesystem::create_directories(path.parent_path(), error);
    }
    if (error) {
        throw refuse(path.parent_path(), error.message());
    }
    try {
        gantry::base::writeAtomically(path, text);
    } catch (const gantry::base::FileError& problem) {
        throw std::runtime_error(problem.what());
    }
}

}  // namespace

std::vector<std::filesystem::path> writeChanged(const std::filesystem::path& folder,
                                                const std::vector<GeneratedFile>& files) {
    std::vector<std::filesystem::path> written;
    for (const GeneratedFile& file : files) {
        const std::filesystem::path path = folder / file.path;
        // A file that would not change keeps its time, so the build does not compile what includes
        // it again.
        if (!holds(path, file.text)) {
            write(path, file.text);
            written.push_back(path);
        }
    }
    return written;
}

}  // namespace sidlc
