#include <base/files/FileError.hpp>

#include <system_error>

namespace gantry::base {

void failOnFile(const std::filesystem::path& path, const std::string& what, int error) {
    throw FileError(what + " " + path.string() + ": " + std::generic_category().message(error));
}

}  // namespace gantry::base
