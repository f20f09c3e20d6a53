#include "FreeName.hpp"

#include <base/files/Descriptor.hpp>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace gantry::perf {

namespace {

// 0, or why not; EEXIST where there is such a file.
int renameToNew(const std::filesystem::path& from, const std::filesystem::path& to) {
    // Atomic: without RENAME_NOREPLACE two processes could find the same name free.
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) {
        return 0;
    }
    if (errno != EINVAL && errno != ENOSYS) {
        return errno;
    }
    // A file system that cannot do that: an empty file keeps the name free of others.
    if (!base::Descriptor(::open(to.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666))) {
        return errno;
    }
    if (::rename(from.c_str(), to.c_str()) == 0) {
        return 0;
    }
    // The name was only reserved; nothing stays behind.
    const int code = errno;
    ::unlink(to.c_str());
    return code;
}

}  // namespace

std::filesystem::path nameInTheMaking(const std::filesystem::path& stem,
                                      const std::string& ending) {
    std::filesystem::path name = stem;
    name += ".unfinished-" + std::to_string(::getpid()) + ending;
    return name;
}

std::filesystem::path moveToFreeName(const std::filesystem::path& file,
                                     const std::filesystem::path& stem, const std::string& ending) {
    for (int number = 1;; ++number) {
        std::filesystem::path name = stem;
        name += (number == 1 ? "" : '.' + std::to_string(number)) + ending;
        const int code = renameToNew(file, name);
        if (code == 0) {
            // Without a third wait for the disk: a crash of the system right now may undo the name,
            // but leaves the whole file under the one it had.
            return name;
        }
        if (code != EEXIST) {
            throw std::system_error(code, std::generic_category(), name.string());
        }
    }
}

}  // namespace gantry::perf
