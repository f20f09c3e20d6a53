#pragma once

#include <perf/model/Profile.hpp>
#include <perf/sampling/PythonFunctions.hpp>

#include <cstdint>
#include <optional>

namespace gantry::perf {

/// Gives the sampled functions of Python of one process their names. Those that the profile `timed`
/// has a timer of become that timer. Nothing is named where the process ran several programs in
/// Python: it is not known whose functions these are.
void namePython(Profile& sampled, std::uint32_t process, const PythonFunctions& functions,
                const Profile& timed);

/// Gives those of one process, or of all, that are not named yet one common name.
void nameUnknownPython(Profile& sampled, std::optional<std::uint32_t> process = std::nullopt);

}  // namespace gantry::perf
