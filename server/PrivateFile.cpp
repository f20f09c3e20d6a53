#include <base/files/Descriptor.hpp>
#include <server/PrivateFile.hpp>

#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gantry::server {

namespace {

std::invalid_argument refusal(const std::filesystem::path& file, const std::string& why) {
    return std::invalid_argument(file.string() + ": " + why);
}

}  // namespace

void writePrivateFile(const std::filesystem::path& file, const std::string& text) {
    const base::Descriptor opened(::open(
        file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR));
    if (!opened) {
        throw std::system_error(errno, std::generic_category(), file.string());
    }
    if (::write(opened.number(), text.data(), text.size()) != static_cast<ssize_t>(text.size())) {
        const int error = errno;
        ::unlink(file.c_str());
        throw std::system_error(error, std::generic_category(), file.string());
    }
}

std::string readPrivateFile(const std::filesystem::path& file) {
    // Not blocking: a pipe of that name would wait for a writer before it could be refused.
    const base::Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat facts {};
    if (!opened || ::fstat(opened.number(), &facts) != 0) {
        throw refusal(file, std::generic_category().message(errno));
    }
    constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
    if (!S_ISREG(facts.st_mode) || (facts.st_mode & kOthers) != 0) {
        throw refusal(file, "others may read it; chmod 600 " + file.string());
    }
    constexpr std::size_t kMost = 1024;
    std::string text(kMost, '\0');
    const ssize_t size = ::read(opened.number(), text.data(), text.size());
    text.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    text.erase(text.find_last_not_of("\r\n") + 1);
    return text;
}

}  // namespace gantry::server
