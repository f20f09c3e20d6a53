#include <base/files/FileText.hpp>

#include <fstream>
#include <sstream>
#include <system_error>

namespace gantry::base {

std::optional<std::string> fileText(const std::filesystem::path& file) {
    std::error_code error;
    // A stream opens a folder without an error.
    if (std::filesystem::is_directory(file, error)) {
        return std::nullopt;
    }
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    // The test for an empty file comes first, because << of an empty buffer sets failbit.
    if (!stream.is_open() ||
        (stream.peek() != std::ifstream::traits_type::eof() && !(text << stream.rdbuf()))) {
        return std::nullopt;
    }
    return text.str();
}

}  // namespace gantry::base
