#pragma once

#include <stdexcept>
#include <string>

namespace gantry::framework::script {

/// What is wrong with a command, and at which column of its line.
class CommandError final : public std::runtime_error {
public:
    CommandError(int column, const std::string& message)
        : std::runtime_error(message), column_(column) {}

    [[nodiscard]] int column() const noexcept { return column_; }

private:
    int column_;
};

}  // namespace gantry::framework::script
