#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace gantry::perf {

/// Thrown by the set-up functions of the engine: what is wrong, where, and how to fix it.
class EngineError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The text for a name that finds no place in the segment.
std::string roomError(std::string_view function, std::string_view name);

}  // namespace gantry::perf
