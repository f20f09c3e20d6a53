#pragma once

#include <stdexcept>

namespace gantry::perf {

/// A process was named that is not being measured. The message says which one.
class NotMeasuredError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A run was named that has no trace. The message says which run.
class NoTraceError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

}  // namespace gantry::perf
