#pragma once

#include <filesystem>
#include <vector>

#include "Harness.hpp"

namespace gantry::bench {

/// Adds the rows of calls between C++, C and Fortran, against a plain function of C. `library` is
/// language_calls.so, which stays loaded. Throws std::runtime_error where it lacks something.
void addLanguageCalls(const std::filesystem::path& library, std::vector<Case>& cases);

}  // namespace gantry::bench
