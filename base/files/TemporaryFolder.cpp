#include <base/files/FileError.hpp>
#include <base/files/TemporaryFolder.hpp>

#include <cerrno>
#include <cstdlib>
#include <system_error>

namespace gantry::base {

namespace {

std::filesystem::path parentFolder() {
    std::error_code error;
    std::filesystem::path parent = std::filesystem::temp_directory_path(error);
    if (error) {
        throw FileError("the folder for temporary files, TMPDIR or /tmp, cannot be used: " +
                        error.message());
    }
    return parent;
}

}  // namespace

TemporaryFolder::TemporaryFolder(const std::string& name) : TemporaryFolder(name, parentFolder()) {}

TemporaryFolder::TemporaryFolder(const std::string& name, const std::filesystem::path& parent) {
    std::string path = (parent / (name + "-XXXXXX")).string();
    if (::mkdtemp(path.data()) == nullptr) {
        failOnFile(parent / name, "cannot make the temporary folder", errno);
    }
    path_ = path;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace gantry::base
