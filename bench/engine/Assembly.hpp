#pragma once

#include <framework/Framework.hpp>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <tuple>

#include "Backend.hpp"
#include "OpaqueObject.hpp"

namespace gantry::bench {

/// What the rows of bench-engine measure: a framework with the backends, each made when a row first
/// asks for it and kept to the end. For one thread.
class Assembly final {
public:
    /// Of the build the program is in.
    Assembly();

    /// The folder that holds bin and lib.
    [[nodiscard]] const std::filesystem::path& root() const noexcept { return root_; }
    framework::Framework& framework() noexcept { return framework_; }

    /// The backend of that class with these parameters; the same one for equal arguments.
    const Backend& backend(const std::string& className, const std::string& metrics,
                           bool quantiles = true);
    const Backend& null() { return backend("performance.Null", ""); }
    /// With the wall clock alone.
    const Backend& native() { return backend("performance.Native", "wall"); }

    /// The same, and every start and stop is kept in a ring of 1 MiB.
    const Backend& traced();
    /// The same, and only some calls of timers with short calls are timed.
    const Backend& sampled();

    /// The same, which measures the code of gantry.h as long as no later backend is made.
    const Backend& program();

    /// An object whose calls the compiler cannot look into.
    OpaqueObject& opaqueObject();

private:
    std::filesystem::path root_;
    framework::Framework framework_;
    std::unique_ptr<Backend> traced_;
    std::unique_ptr<Backend> sampled_;
    std::unique_ptr<Backend> program_;
    std::map<std::tuple<std::string, std::string, bool>, std::unique_ptr<Backend>> backends_;
};

}  // namespace gantry::bench
