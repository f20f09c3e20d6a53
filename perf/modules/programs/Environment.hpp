#pragma once

namespace gantry::programs {

/// The environment of this process.
char* const* ownEnvironment() noexcept;

/// Whether a program with that environment, in which null stands for an empty one, is measured: it
/// names libgantry.so among the libraries to be loaded, and asks for measuring. Costs a look at
/// each variable.
bool isMeasured(char* const* environment) noexcept;

}  // namespace gantry::programs
