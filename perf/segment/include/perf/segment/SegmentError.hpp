#pragma once

#include <base/InputError.hpp>

namespace gantry::perf {

/// A segment cannot be read: what is wrong, and how to fix it.
///
/// The kind says which exit status fits: File (it cannot be opened), WrongKind (not a segment),
/// Newer (of a later format version), Damaged. Writers never throw it: an engine whose segment is
/// full counts instead.
class SegmentError final : public base::InputError {
public:
    using InputError::InputError;
};

}  // namespace gantry::perf
