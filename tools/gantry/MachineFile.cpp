#include "MachineFile.hpp"

#include <cstdlib>
#include <string>
#include <sys/utsname.h>

namespace gantry::tools {

std::filesystem::path machineFile() {
    const char* const data = std::getenv("XDG_DATA_HOME");
    const char* const home = std::getenv("HOME");
    std::filesystem::path folder;
    if (data != nullptr && *data == '/') {
        folder = data;
    } else if (home != nullptr && *home == '/') {
        folder = std::filesystem::path(home) / ".local/share";
    } else {
        return {};
    }
    utsname system{};
    const std::string host = ::uname(&system) == 0 ? static_cast<const char*>(system.nodename) : "";
    return folder / "gantry" / ("machine-" + host + ".json");
}

}  // namespace gantry::tools
