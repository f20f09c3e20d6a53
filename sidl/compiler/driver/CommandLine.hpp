#pragma once

#include <compiler/emit/Backend.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace sidlc {

/// A usage error; what() says what is wrong and how to fix it.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The parsed command line. Paths are as they were given; whether files exist is checked later.
struct CommandLine {
    enum class Action { Help, Manual, Version, Check, Print, Json, Emit };

    Action action = Action::Check;
    const Backend* backend = nullptr;  ///< for Emit
    std::string outputFolder;
    bool verbose = false;
    std::string dependencyFile;                  ///< empty for none
    std::vector<std::string> dependencyTargets;  ///< empty for the emitted files
    std::vector<std::string> files;              ///< checked, printed or emitted
    std::vector<std::string> imports;            ///< read for their types only
    std::vector<std::string> folders;            ///< searched for imported packages
};

/// Reads the words after the program's name. Throws UsageError.
CommandLine parseCommandLine(const std::vector<std::string>& words);

/// The text of `sidlc --help`.
std::string helpText();

/// The manual page sidlc(1), which the build asks for with the hidden option --man.
std::string manualText();

}  // namespace sidlc
