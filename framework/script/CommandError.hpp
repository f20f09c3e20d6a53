#pragma once

#include <stdexcept>
#include <string>

namespace gantry::framework::script {

/// What is wrong with a command, and at which column of its line, counted in bytes from 1. The
/// interpreter adds name and line of the script and throws ScriptError.
class CommandError final : public std::runtime_error {
public:
    /// line: of the command, if it is not the one that is carried out; else 0.
    CommandError(int column, const std::string& message, int line = 0)
        : std::runtime_error(message), column_(column), line_(line) {}

    [[nodiscard]] int column() const noexcept { return column_; }
    [[nodiscard]] int line() const noexcept { return line_; }

private:
    int column_;
    int line_;
};

}  // namespace gantry::framework::script
