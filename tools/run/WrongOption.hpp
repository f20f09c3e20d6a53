#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace gantry::tools {

/// What was asked for cannot be done, and that is known before a component has run: the run ends
/// with the status for wrong usage and leaves nothing behind. what() says what, where, and how to
/// fix it.
class WrongOption final : public std::runtime_error {
public:
    /// option: the one that asked for it, without dashes, where what does not name it.
    explicit WrongOption(const std::string& what, std::string option = {})
        : std::runtime_error(what), option_(std::move(option)) {}

    [[nodiscard]] const std::string& option() const noexcept { return option_; }

private:
    std::string option_;
};

}  // namespace gantry::tools
