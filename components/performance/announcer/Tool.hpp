#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace performance::announcer {

/// Another tool that measures regions which a program announces. Any thread may call.
class Tool {
public:
    Tool() = default;
    virtual ~Tool() = default;
    Tool(const Tool&) = delete;
    Tool& operator=(const Tool&) = delete;

    /// What start and stop take for a region of that name. Allocates.
    virtual void* region(const std::string& name) = 0;
    virtual void start(void* region) noexcept = 0;
    virtual void stop(void* region) noexcept = 0;
    /// Of the innermost region of the thread. Does nothing with a tool that has no parameters.
    virtual void parameter(const std::string& /*name*/, std::int64_t /*value*/) noexcept {}

    /// What sample takes; null with a tool that has no counters. Allocates.
    virtual void* counter(const std::string& /*name*/) { return nullptr; }
    virtual void sample(void* /*counter*/, double /*value*/) noexcept {}
};

/// The tool that is loaded, or that the environment names: the first of PerfStubs (a library in the
/// process that has ps_tool_initialize), Kokkos Tools (KOKKOS_TOOLS_LIBS, KOKKOS_PROFILE_LIBRARY)
/// and ITT (INTEL_LIBITTNOTIFY64). Null if there is none. Throws gantry::Error for a library that
/// is named and cannot be loaded.
std::shared_ptr<Tool> loadedTool();

}  // namespace performance::announcer
