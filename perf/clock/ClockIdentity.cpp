#include <perf/clock/ClockIdentity.hpp>
#include <perf/clock/SkewedClock.hpp>

#include <array>
#include <fstream>
#include <unistd.h>

namespace gantry::perf {

namespace {

// What Linux numbers the namespace of a process that was not put into another one.
constexpr const char* kFirstNamespace = "time:[4026531834]";

std::string timeNamespace() {
    std::array<char, 64> text{};
    const ssize_t size = ::readlink("/proc/self/ns/time", text.data(), text.size());
    return size > 0 ? std::string(text.data(), static_cast<std::size_t>(size)) : std::string();
}

}  // namespace

std::string clockIdentity() {
    std::string identity;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> identity;
    if (identity.empty()) {
        return identity;
    }
    // Kernels before 5.6 have no such namespaces.
    const std::string space = timeNamespace();
    if (!space.empty() && space != kFirstNamespace) {
        identity += ' ' + space;
    }
    if (testClock()) {
        identity += " test clock of process " + std::to_string(::getpid());
    }
    return identity;
}

}  // namespace gantry::perf
