#pragma once

#include <base/InputError.hpp>

namespace gantry::perf {

/// A trace cannot be written or read. The message says what is wrong, where, and how to fix it. A
/// compression that this program does not support is reported as Kind::Newer. Kind::File: the
/// system refused; Kind::Damaged: the bytes are not as they were written. The hot path never throws
/// it: threads that measure count what they lose.
class TraceError final : public base::InputError {
public:
    using InputError::InputError;
};

}  // namespace gantry::perf
