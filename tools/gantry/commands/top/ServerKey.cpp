#include "ServerKey.hpp"

#include <base/files/Descriptor.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

UsageError keyError(const std::string& file, const std::string& why) {
    return UsageError("--key-file: " + file + ": " + why);
}

std::string readKey(const std::string& name) {
    const base::Descriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat facts {};
    if (!file || ::fstat(file.number(), &facts) != 0) {
        throw keyError(name, std::generic_category().message(errno));
    }
    constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
    if (!S_ISREG(facts.st_mode) || (facts.st_mode & kOthers) != 0) {
        throw keyError(name, "others may read it; chmod 600 " + name);
    }
    std::string key(1024, '\0');
    const ssize_t size = ::read(file.number(), key.data(), key.size());
    key.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    while (!key.empty() && (key.back() == '\n' || key.back() == '\r')) {
        key.pop_back();
    }
    return key;
}

}  // namespace

std::string keyOfServer(const std::optional<std::string>& file) {
    const char* const variable =
        std::getenv("GANTRY_KEY");  // NOLINT(concurrency-mt-unsafe): nobody sets variables here
    std::string key = file ? readKey(*file) : variable != nullptr ? variable : "";
    const auto isPlain = [](unsigned char c) { return c > ' ' && c < 0x7f; };
    if (key.empty() || key.find_first_of(" \t\r\n") != std::string::npos ||
        !std::all_of(key.begin(), key.end(), isPlain)) {
        throw std::runtime_error(
            "--connect needs the key of the server: start it with --key-file FILE, and pass that "
            "file with --key-file, or its contents in the variable GANTRY_KEY");
    }
    return key;
}

}  // namespace gantry::tools
