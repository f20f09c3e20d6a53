#pragma once

#include <string>

#include "Command.hpp"

/// What the build derives from the descriptions of the commands and settings and installs:
/// `gantry help --man`, `gantry help --man COMMAND`, `gantry help --completion` and
/// `gantry help --settings`. `gantry help COMMAND` is there as well.
namespace gantry::tools {

/// The manual page gantry(1).
std::string programManual();

/// The completion of command lines for bash.
std::string bashCompletion();

/// The page docs/guide/settings.md.
std::string settingsPage();

/// `gantry help` with a command or its hidden options; without any, returns false. Throws
/// UsageError.
bool writeManual(const Words& words);

}  // namespace gantry::tools
