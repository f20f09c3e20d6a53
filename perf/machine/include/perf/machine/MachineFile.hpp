#pragma once

#include <perf/analysis/findings/MachineModel.hpp>

#include <filesystem>
#include <string>

namespace gantry::perf {

/// Where `gantry calibrate` keeps what it measured on this machine, and `gantry analyze` looks for
/// it: gantry/machine-HOST.json in the user's folder for data (XDG_DATA_HOME, or .local/share in
/// the home folder). Empty where there is none.
std::filesystem::path machineFile();

/// What is in such a file (docs/formats/machine.md). Throws base::InputError.
MachineModel machineIn(const std::filesystem::path& file);

/// Costs of a machine, and in words whose they are.
struct DescribedMachine {
    MachineModel model;
    std::string words;
};

/// What is in a file. Throws base::InputError.
DescribedMachine describedMachine(const std::filesystem::path& file);

/// What is in this user's file for this machine, else defaultMachine(). Throws base::InputError.
DescribedMachine machineOfUser();

}  // namespace gantry::perf
