#include <base/files/Descriptor.hpp>
#include <base/files/FileError.hpp>
#include <perf/document/NumberedFile.hpp>

#include <cerrno>
#include <fcntl.h>

namespace gantry::perf {

std::filesystem::path reserveNumbered(const std::filesystem::path& prefix,
                                      const std::string& suffix) {
    for (int number = 1;; ++number) {
        std::filesystem::path path = prefix;
        path += "." + std::to_string(number) + suffix;
        // O_EXCL decides between processes; looking first and creating then would leave a gap.
        const base::Descriptor file(
            ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (file) {
            return path;
        }
        if (errno != EEXIST && errno != EINTR) {
            base::failOnFile(path, "cannot write", errno);
        }
        number -= errno == EINTR ? 1 : 0;
    }
}

}  // namespace gantry::perf
