#include "script/writeFile.hpp"

#include <gantry/Error.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>
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
                    "'" + file.string() + "' can not be written: " + problem);
    }
}

}  // namespace gantry::framework::script
