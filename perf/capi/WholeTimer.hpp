#pragma once

#include <perf/engine/Engine.hpp>

#include <dlfcn.h>
#include <optional>
#include <string>

namespace gantry::capi {

/// The function of that name that this library stands before.
template <class Function>
Function* behind(const char* name) noexcept {
    return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

/// A timer in the group "program" for the whole of a thread, which may be ended from inside.
/// Nothing where the process is not measured or there is no room.
std::optional<perf::TimerId> wholeTimer(const char* name, const std::string& type) noexcept;

}  // namespace gantry::capi
