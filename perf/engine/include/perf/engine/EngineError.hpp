#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace gantry::perf {

/// Thrown by the set-up functions of the engine: what is wrong, where, and how to fix it.
///
/// Comes from set-up alone, so a program that has registered its timers need not expect it. The
/// state of the engine is as before the call.
class EngineError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The text for a name that finds no place in the segment. Distinguishes a name beyond 64 KiB from
/// memory that is used up; function: the one that was called, as the message begins with it.
std::string roomError(std::string_view function, std::string_view name);

}  // namespace gantry::perf
