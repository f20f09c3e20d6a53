#pragma once

#include <base/InputError.hpp>

namespace gantry::perf {

/// A segment cannot be read: what is wrong, and how to fix it.
class SegmentError final : public base::InputError {
public:
    using InputError::InputError;
};

}  // namespace gantry::perf
