#pragma once

#include <stdexcept>

namespace gantry::perf {

/// Thrown by the set-up functions of the engine: what is wrong, where, and how to mend it.
class EngineError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace gantry::perf
