#pragma once

#include <perf/model/Profile.hpp>

#include <string>

namespace gantry::perf {

/// What a gate compares: one number of each run.
///
///     const GateMetric metric{"cpu", "solve*"};
///     const double value = metric.valueOf(profile);    // in metric.unitOf(profile)
struct GateMetric {
    std::string metric = "elapsed";  ///< elapsed, cpu, or the name of a metric
    std::string timer;               ///< pattern; empty: the whole run

    /// As a report names it, such as "wall of solve*".
    [[nodiscard]] std::string text() const;
    /// What text() was made of: "cpu of the whole run", "wall of solve*".
    static GateMetric fromText(const std::string& text);
    /// The value of a run, in unitOf(run). Throws std::invalid_argument where the run does not have
    /// it.
    [[nodiscard]] double valueOf(const Profile& run) const;
    /// Throws std::invalid_argument where the run has no such metric.
    [[nodiscard]] std::string unitOf(const Profile& run) const;
};

}  // namespace gantry::perf
