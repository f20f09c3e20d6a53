#include <perf/recording/SegmentPlace.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <cerrno>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

// Makes the folder where it is missing; why nothing can be measured into it, or empty.
std::string makePrivate(const fs::path& folder) {
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        return "the folder " + folder.string() +
               " for the measurements cannot be created: " + std::generic_category().message(errno);
    }
    struct stat status {};
    if (::lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) ||
        status.st_uid != ::geteuid() || (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
        return folder.string() +
               " is not a folder that only this user can write, so nothing is measured into it";
    }
    return {};
}

}  // namespace

SegmentPlace segmentPlace(const std::string& word) {
    // The program may change its folder before it begins to measure.
    const fs::path folder = fs::absolute(word == "auto" ? segmentFolder() : fs::path(word));
    const std::string problem = makePrivate(folder);
    if (problem.empty()) {
        return {folder, {}};
    }
    std::error_code error;
    const fs::path temporary = fs::temp_directory_path(error);
    const fs::path other = temporary / ("gantry-" + std::to_string(::geteuid()));
    if (word != "auto" || error || !makePrivate(other).empty()) {
        throw std::invalid_argument(problem + "; choose another one");
    }
    return {other, problem + "; it is measured into " + other.string() + " instead"};
}

}  // namespace gantry::perf
