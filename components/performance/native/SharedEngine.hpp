#pragma once

#include <gantry/plugin.hpp>
#include <gov/cca/Services.hpp>
#include <perf/engine/Engine.hpp>
#include <perf/engine/MetricPlugin.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/engine/Throttling.hpp>
#include <perf/model/Profile.hpp>
#include <perf/trace/TraceDrainer.hpp>

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace performance::native {

/// What all measuring objects of one component share; each of them keeps it alive. Any thread may
/// use it.
class SharedEngine final {
public:
    /// Throws perf::EngineError.
    SharedEngine(std::shared_ptr<const gantry::Library> library,
                 gantry::perf::EngineOptions options,
                 std::vector<gantry::perf::MetricRefusal> refused)
        : engine(std::move(options)), library_(std::move(library)), refused_(std::move(refused)) {}

    gantry::perf::Engine engine;
    gantry::perf::Throttling throttling{engine};

    [[nodiscard]] const gantry::Library& library() const noexcept { return *library_; }

    /// The component's uses ports.
    struct Ports {
        /// BuilderService.
        std::string builder;
        /// parallel.Upcalls.
        std::string ranks;
    };

    /// Measures these as well. Throws perf::EngineError once anything was measured.
    void addMetrics(gantry::perf::ChosenMetrics chosen);

    /// Asks through these ports from now on, where they are connected.
    void attach(std::shared_ptr<gov::cca::Services> services, Ports ports);
    /// Lets the trace go into that file. To be called once, before anything is measured. Throws
    /// gantry::Error where the file cannot be made.
    void drainInto(const std::string& file);
    /// Lets go of the services: profiles have no assembly any more.
    void detach() noexcept;

    /// Everything measured up to now, with the assembly where it is known, and as context the
    /// metrics that were refused. A drained trace is then in its file as far.
    [[nodiscard]] gantry::perf::Profile profile() const;

    /// The rank of this process in a run of several; nothing in any other run. Once detached: as
    /// it was when attached.
    [[nodiscard]] std::optional<std::int32_t> rank() const;

private:
    [[nodiscard]] std::optional<std::int32_t> askForRank(
        const std::shared_ptr<gov::cca::Services>& services) const;
    // Null once detached.
    [[nodiscard]] std::shared_ptr<gov::cca::Services> services() const;

    std::shared_ptr<const gantry::Library> library_;
    // Metrics that were asked for and cannot be measured here.
    std::vector<gantry::perf::MetricRefusal> refused_;  // under mutex_
    mutable std::mutex mutex_;
    std::shared_ptr<gov::cca::Services> services_;
    Ports ports_;
    std::optional<std::int32_t> rank_;
    // Behind the engine, whose rings it empties to the end.
    std::unique_ptr<gantry::perf::TraceDrainer> drainer_;
};

}  // namespace performance::native
