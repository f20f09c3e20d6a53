#include <base/InputError.hpp>

namespace gantry::base {

InputError::InputError(Kind kind, const std::string& message)
    : std::runtime_error(message), kind_(kind) {}

InputError::InputError(Kind kind, const std::filesystem::path& file, const std::string& what)
    : std::runtime_error(file.string() + ": " + what), kind_(kind) {}

// Here, so that the type information that a catch compares is made once.
InputError::~InputError() = default;

}  // namespace gantry::base
