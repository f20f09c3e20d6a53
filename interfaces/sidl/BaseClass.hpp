#pragma once

#include <sidl/BaseInterface.hpp>

namespace sidl {

/// The root of SIDL classes; in C++ it adds nothing to BaseInterface.
class [[gnu::visibility("default")]] BaseClass : public virtual BaseInterface{};

}  // namespace sidl
