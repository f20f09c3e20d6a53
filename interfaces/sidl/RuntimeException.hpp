#pragma once

#include <sidl/BaseException.hpp>

namespace sidl {

/// What any SIDL method may throw without declaring it.
class [[gnu::visibility("default")]] RuntimeException : public virtual BaseException{};

}  // namespace sidl
