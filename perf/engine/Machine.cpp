#include <perf/clock/ClockIdentity.hpp>
#include <perf/engine/Machine.hpp>

#include <algorithm>
#include <fstream>
#include <string>
#include <sys/utsname.h>
#include <unistd.h>

namespace gantry::perf {

namespace {

// The text behind the separator in the first line that begins with the key.
std::string valueInFile(const char* path, const std::string& key, char separator) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (line.compare(0, key.size(), key) != 0) {
            continue;
        }
        const std::size_t at = line.find(separator);
        if (at == std::string::npos) {
            continue;
        }
        const std::size_t begin = line.find_first_not_of(" \t\"", at + 1);
        const std::size_t end = line.find_last_not_of(" \t\"");
        return begin == std::string::npos ? std::string() : line.substr(begin, end + 1 - begin);
    }
    return {};
}

std::string firstWord(const char* path) {
    std::string word;
    std::ifstream(path) >> word;
    return word;
}

}  // namespace

Machine readMachine() {
    Machine machine;
    utsname system{};
    if (::uname(&system) == 0) {
        machine.host = system.nodename;
        machine.os = std::string(system.sysname) + ' ' + system.release;
    }
    if (const std::string name = valueInFile("/etc/os-release", "PRETTY_NAME", '=');
        !name.empty()) {
        machine.os += ", " + name;
    }
    machine.cpuModel = valueInFile("/proc/cpuinfo", "model name", ':');
    machine.cores = static_cast<std::uint32_t>(std::max(0L, ::sysconf(_SC_NPROCESSORS_ONLN)));
    machine.clockSource =
        firstWord("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    return machine;
}

std::string readBootId() {
    return clockIdentity();
}

}  // namespace gantry::perf
