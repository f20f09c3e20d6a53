#include "machineName.hpp"

#include <fstream>
#include <thread>

namespace records {

// The key under which the tuning store keeps what it has learned: costs on one processor say little
// about another. Architectures whose /proc/cpuinfo has no "model name" share the fallback.
std::string machineName() {
    std::ifstream facts("/proc/cpuinfo");
    std::string model = "unknown processor";
    for (std::string line; std::getline(facts, line);) {
        const std::size_t value = line.find(": ");
        if (line.starts_with("model name") && value != std::string::npos) {
            model = line.substr(value + 2);
            break;
        }
    }
    return model + " x " + std::to_string(std::thread::hardware_concurrency());
}

}  // namespace records
