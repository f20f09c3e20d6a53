#pragma once

#include <base/InputError.hpp>

namespace gantry::perf {

/// A trace cannot be written or read: what is wrong, where, and how to fix it. A compression that
/// this program does not know counts as Kind::Newer.
class TraceError final : public base::InputError {
public:
    using InputError::InputError;
};

}  // namespace gantry::perf
