#include "script/files.hpp"

#include <base/files/AtomicFile.hpp>
#include <base/files/FileError.hpp>
#include <gantry/Error.hpp>

#include <cerrno>
#include <fstream>
#include <sstream>
#include <system_error>

namespace gantry::framework::script {

void writeFile(const std::filesystem::path& file, const std::string& text) {
    try {
        base::writeAtomically(file, text);
    } catch (const base::FileError& error) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard, error.what());
    }
}

std::string readFile(const std::filesystem::path& file) {
    std::ostringstream text;
    std::error_code error;
    std::ifstream stream;
    // A stream opens a folder without an error and fails only when it is read.
    if (!std::filesystem::is_directory(file, error)) {
        stream.open(file, std::ios::binary);
    }
    errno = 0;
    // The test for an empty file comes first, because << of an empty buffer sets failbit.
    if (!stream.is_open() || (stream.peek() != EOF && !(text << stream.rdbuf()))) {
        throw Error(
            gov::cca::CCAExceptionType::Nonstandard,
            "'" + file.string() + "' cannot be read" +
                (errno != 0 ? std::string(": ") + std::generic_category().message(errno) : "") +
                "; name a file that exists");
    }
    return text.str();
}

}  // namespace gantry::framework::script
