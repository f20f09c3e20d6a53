#include "script/files.hpp"

#include <gantry/Error.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace gantry::framework::script {

void writeFile(const std::filesystem::path& file, const std::string& text) {
    std::filesystem::path draft = file;
    draft += "." + std::to_string(::getpid()) + ".part";
    std::ofstream stream(draft, std::ios::binary);
    stream << text;
    stream.close();
    std::string problem;
    if (stream) {
        std::error_code error;
        std::filesystem::rename(draft, file, error);
        problem = error ? error.message() : "";
    } else {
        problem = std::strerror(errno);
    }
    if (!problem.empty()) {
        std::error_code ignored;
        std::filesystem::remove(draft, ignored);
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "'" + file.string() + "' cannot be written: " + problem);
    }
}

std::string readFile(const std::filesystem::path& file) {
    std::ostringstream text;
    std::error_code error;
    std::ifstream stream;
    if (!std::filesystem::is_directory(file, error)) {
        stream.open(file, std::ios::binary);
    }
    errno = 0;
    if (!stream.is_open() || (stream.peek() != EOF && !(text << stream.rdbuf()))) {
        throw Error(gov::cca::CCAExceptionType::Nonstandard,
                    "'" + file.string() + "' cannot be read" +
                        (errno != 0 ? std::string(": ") + std::strerror(errno) : "") +
                        "; name a file that exists");
    }
    return text.str();
}

}  // namespace gantry::framework::script
