#include "GeneratedFile.hpp"

#include <cerrno>
#include <cstring>
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
    std::filesystem::path temporary = path;
    temporary += ".new";
    errno = 0;
    std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
    file << text;
    file.close();
    if (!file) {
        const std::string why = std::strerror(errno != 0 ? errno : EIO);
        std::filesystem::remove(temporary, error);
        throw refuse(path, why);
    }
    std::filesystem::rename(temporary, path, error);
    if (error) {
        std::error_code ignored;
        std::filesystem::remove(temporary, ignored);
        throw refuse(path, error.message());
    }
}

}  // namespace

std::vector<std::filesystem::path> writeChanged(const std::filesystem::path& folder,
                                                const std::vector<GeneratedFile>& files) {
    std::vector<std::filesystem::path> written;
    for (const GeneratedFile& file : files) {
        const std::filesystem::path path = folder / file.path;
        if (!holds(path, file.text)) {
            write(path, file.text);
            written.push_back(path);
        }
    }
    return written;
}

}  // namespace sidlc
