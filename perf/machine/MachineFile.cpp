#include <base/InputError.hpp>
#include <base/files/FileText.hpp>
#include <perf/machine/MachineFile.hpp>

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string>
#include <sys/utsname.h>

namespace gantry::perf {

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

MachineModel machineIn(const std::filesystem::path& file) {
    const std::optional<std::string> text = base::fileText(file);
    if (!text) {
        throw base::InputError(base::InputError::Kind::File, file.string(), "cannot be read");
    }
    try {
        return machineFromJson(*text);
    } catch (const std::invalid_argument& error) {
        throw base::InputError(base::InputError::Kind::Damaged, file.string(), error.what());
    }
}

DescribedMachine describedMachine(const std::filesystem::path& file) {
    DescribedMachine machine{machineIn(file), {}};
    machine.words = "costs of " + machine.model.host + ", measured " + machine.model.created;
    return machine;
}

DescribedMachine machineOfUser() {
    const std::filesystem::path file = machineFile();
    if (file.empty() || !std::filesystem::exists(file)) {
        return {defaultMachine(), "costs of the machine are defaults"};
    }
    return describedMachine(file);
}

}  // namespace gantry::perf
