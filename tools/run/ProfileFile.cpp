#include "ProfileFile.hpp"

#include <perf/archive/Archive.hpp>
#include <perf/document/ProfileFile.hpp>

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace gantry::tools {

namespace {

/// Makes an empty file under the first free name, so that two runs at once take two names.
std::filesystem::path reserveName(const std::string& stem) {
    for (int number = 1;; ++number) {
        const std::string count = number == 1 ? "" : '.' + std::to_string(number);
        const std::filesystem::path path = stem + count + ".gantry.json";
        const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file >= 0) {
            close(file);
            return path;
        }
        if (errno != EEXIST) {
            throw std::system_error(errno, std::generic_category(),
                                    "cannot write the profile " + path.string() +
                                        " (choose another place with --profile FILE)");
        }
    }
}

}  // namespace

std::filesystem::path writeProfileFile(const perf::Profile& profile,
                                       const std::optional<std::filesystem::path>& given,
                                       const std::filesystem::path& script) {
    if (given) {
        perf::writeProfile(*given, profile);
        return *given;
    }
    const std::filesystem::path path = reserveName(script.stem().string());
    try {
        perf::writeProfile(path, profile);
    } catch (...) {
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
        throw;
    }
    return path;
}

perf::Profile readProfileFile(const std::filesystem::path& path) {
    return perf::looksLikeArchive(path) ? perf::readArchive(path) : perf::readProfile(path);
}

}  // namespace gantry::tools
