#pragma once

#include <gantry/plugin.hpp>
#include <gov/cca/Services.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/model/Profile.hpp>

#include <memory>
#include <mutex>
#include <string>

namespace performance::native {

/// What all measuring objects of one component share; each of them keeps it alive. Any thread may
/// use it.
class Session final {
public:
    /// Throws perf::EngineError.
    Session(std::shared_ptr<const gantry::Library> library, gantry::perf::EngineOptions options)
        : engine(std::move(options)), library_(std::move(library)) {}

    gantry::perf::Engine engine;

    [[nodiscard]] const gantry::Library& library() const noexcept { return *library_; }

    /// Reads the assembly through this uses port from now on.
    void attach(std::shared_ptr<gov::cca::Services> services, std::string builderPort);
    /// Lets go of the services: profiles have no assembly any more.
    void detach() noexcept;

    /// Everything measured up to now, with the assembly where it is known.
    [[nodiscard]] gantry::perf::Profile profile() const;

private:
    std::shared_ptr<const gantry::Library> library_;
    mutable std::mutex mutex_;
    std::shared_ptr<gov::cca::Services> services_;
    std::string builderPort_;
};

}  // namespace performance::native
