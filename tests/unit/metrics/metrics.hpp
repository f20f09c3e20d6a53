#pragma once

#include <perf/engine/Engine.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/model/Flat.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "ProfileSamples.hpp"

namespace gantry::perf::samples {

/// The metric sources that were built.
inline const std::filesystem::path kBuilt =
    std::filesystem::path(GANTRY_COMPONENT_DIRECTORY) / "metrics";

/// A folder with one shared object made for tests.
inline std::filesystem::path metricFixture(const std::string& name) {
    return std::filesystem::path(GANTRY_FIXTURE_DIRECTORY) / "metrics" / name;
}

inline EngineOptions measuring(std::string_view names,
                               const std::filesystem::path& folder = kBuilt) {
    return {chooseMetrics(names, {folder}).sources};
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace gantry::perf::samples
