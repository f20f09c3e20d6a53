#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace sidlc {

/// Wrong usage; what() says what is wrong and how to mend it.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// What the user asked for.
struct CommandLine {
    enum class Action { Help, Version, Check, EmitCpp, EmitNull };

    Action action = Action::Check;
    std::string outputFolder;
    bool verbose = false;
    std::vector<std::string> files;    ///< checked or emitted
    std::vector<std::string> imports;  ///< read for their types only
};

/// Throws UsageError.
CommandLine parseCommandLine(const std::vector<std::string>& words);

/// The text of `sidlc --help`.
std::string helpText();

}  // namespace sidlc
