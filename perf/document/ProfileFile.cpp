#include <base/files/AtomicFile.hpp>
#include <perf/document/JsonProfile.hpp>
#include <perf/document/ProfileFile.hpp>

#include <cerrno>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

std::string readAll(const fs::path& path) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        base::failOnFile(path, "cannot read", errno);
    }
    struct stat status {};
    // Asked of the open file, not of the path, which may change. A device may never end.
    if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        ::close(descriptor);
        throw base::FileError("cannot read " + path.string() + ": it is not a regular file");
    }
    std::string text;
    char buffer[1U << 16U];
    for (;;) {
        const ssize_t size = ::read(descriptor, buffer, sizeof buffer);
        if (size < 0 && errno == EINTR) {
            continue;
        }
        if (size <= 0) {
            // close() may change it.
            const int error = errno;
            ::close(descriptor);
            if (size < 0) {
                base::failOnFile(path, "cannot read", error);
            }
            return text;
        }
        text.append(buffer, static_cast<std::size_t>(size));
    }
}

}  // namespace

void writeProfile(const fs::path& path, const Profile& profile) {
    base::writeAtomically(path, toJson(profile));
}

Profile readProfile(const fs::path& path) {
    const std::string text = readAll(path);
    try {
        return fromJson(text);
    } catch (const ProfileFormatError& error) {
        throw ProfileFormatError(error.kind(), path, error.what());
    }
}

}  // namespace gantry::perf
