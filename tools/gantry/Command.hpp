#pragma once

#include <run/ExitStatus.hpp>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gantry::tools {

/// Wrong usage of the command line; the program exits with kWrongUsage.
class UsageError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

using Words = std::vector<std::string>;

/// One sub-command, `gantry NAME ...`. NAME is its folder in commands/, which defines
/// `Command NAMECommand()`; the build finds it there.
struct Command {
    /// For `gantry --help`: what it does, and how it is called.
    std::string summary;
    std::vector<std::string> examples;
    /// Gets the words after NAME; returns the exit status.
    int (*execute)(const Words& words);
};

using NamedCommand = std::pair<std::string, Command>;

/// All sub-commands, in the order of their names.
std::vector<NamedCommand> allCommands();

/// The names of the sub-commands that this build was configured to leave out (GANTRY_COMMANDS).
std::vector<std::string> commandsLeftOut();

/// The one with that name. Throws UsageError, which names those that may have been meant.
Command commandNamed(const std::string& name);

}  // namespace gantry::tools
