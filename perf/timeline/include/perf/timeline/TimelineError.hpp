#pragma once

#include <base/InputError.hpp>

namespace gantry::perf {

/// A timeline cannot be read or written. The message names the place in the file, in bytes, where
/// it is damaged. The kind of base::InputError says whether it is damaged, newer, or none.
class TimelineError final : public base::InputError {
public:
    using InputError::InputError;
};

}  // namespace gantry::perf
