#pragma once

#include <cstdint>

namespace gantry::python {

/// How much of its stack a thread may use for calls that a hook sees. Without one, a call from
/// Python to Python takes no stack from version 3.11 on, so that programs recurse deeper than their
/// stack is large.
class StackBounds final {
public:
    /// Whether a frame there leaves enough of the stack. Costs two comparisons, and a look at the
    /// thread with its first call.
    [[nodiscard]] bool hold(std::uintptr_t frame) noexcept {
        return (frame >= lowest_ && frame <= highest_) || holdSlowly(frame);
    }

private:
    bool holdSlowly(std::uintptr_t frame) noexcept;

    std::uintptr_t lowest_ = 1;
    std::uintptr_t highest_ = 0;  ///< 0: not known yet
};

}  // namespace gantry::python
