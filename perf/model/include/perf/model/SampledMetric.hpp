#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <optional>

namespace gantry::perf {

/// Name of the metric of sampled call stacks: the processor time that the samples stand for, in ns.
/// Functions that were only sampled are timers without calls, which have no other value.
inline constexpr const char* kSampledMetric = "sampled";

/// Name of the module records of source lines that samples were in: "FILE:LINE", with the fields
/// `own` and `whole` in ns.
inline constexpr const char* kSourceModule = "source";

/// Name of the module records of Python functions: "NAME (FILE:LINE)", by the `number` that they
/// have in the call stacks of their process.
inline constexpr const char* kPythonModule = "python";
/// Key of Profile::context: how many calls of Python functions were named.
inline constexpr const char* kPythonCalls = "named calls of Python functions";

/// Its place in the profile; nothing where no stack was sampled.
std::optional<std::size_t> sampledMetric(const Profile& profile) noexcept;

}  // namespace gantry::perf
