#include <base/files/AtomicFile.hpp>
#include <base/files/Descriptor.hpp>
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
    // Without O_NONBLOCK a FIFO waits for a writer; a regular file does not know the flag.
    const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file) {
        base::failOnFile(path, "cannot read", errno);
    }
    struct stat status {};
    // Asked of the open file, not of the path, which may change. A device may never end.
    if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        throw base::FileError("cannot read " + path.string() + ": it is not a regular file");
    }
    std::string text;
    char buffer[1U << 16U];
    for (;;) {
        const ssize_t size = ::read(file.number(), buffer, sizeof buffer);
        if (size == 0) {
            return text;
        }
        if (size < 0 && errno != EINTR) {
            base::failOnFile(path, "cannot read", errno);
        }
        text.append(buffer, static_cast<std::size_t>(size < 0 ? 0 : size));
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
