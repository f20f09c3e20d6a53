#include "ServerKey.hpp"

#include <server/PrivateFile.hpp>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>

#include "OptionParser.hpp"

namespace gantry::tools {

std::string keyOfServer(const std::optional<std::string>& file) {
    const char* const variable =
        std::getenv("GANTRY_KEY");  // NOLINT(concurrency-mt-unsafe): nobody sets variables here
    std::string key = file ? readValue("key-file", [&] { return server::readPrivateFile(*file); })
                      : variable != nullptr ? variable
                                            : "";
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
