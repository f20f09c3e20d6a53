#pragma once

#include <perf/engine/MetricGroup.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <vector>

/// The contract between the engine and a shared object with metrics, lib/gantry/metrics/NAME.so. It
/// exports three C functions, which GANTRY_METRICS defines:
///   gantry_metrics_describe  returns the description; runs nothing else
///   gantry_metrics_open      makes a group of metrics by their names
///   gantry_metrics_close     ends a group
/// No exception leaves these functions, and nothing is done by loading the object. It is compiled
/// against the headers of the engine it is used with; the ABI number reports whether they fit.
namespace gantry::perf {

/// The number of this contract. The engine refuses a shared object with another one. It rises where
/// anything changes that such an object is compiled against.
///
///     // in metrics/NAME.cpp
///     constexpr MetricPluginDescription kDescription{kMetricPluginAbi, "disk_*", "disk_read",
///                                                    "what the process reads from disks"};
///     GANTRY_METRICS(openDisk, kDescription);
inline constexpr std::uint32_t kMetricPluginAbi = 2;

/// What is in a shared object with metrics. A constant of the shared object; nobody copies or
/// frees the texts.
struct MetricPluginDescription {
    std::uint32_t abi;  ///< kMetricPluginAbi
    /// The names it is asked for, as patterns (base/text/GlobPattern.hpp) separated by blanks. Of
    /// several objects that with the longest fitting pattern is asked first.
    const char* names;
    /// Names worth trying on any machine, separated by blanks; `gantry doctor` does.
    const char* examples;
    const char* help;  ///< one line for people
};

/// A metric that cannot be measured here. It is in Profile::context under kRefusedMetric.
struct MetricRefusal {
    std::string name;
    std::string reason;  ///< why, and what to use instead
};

/// The types of the three functions.
using DescribeMetrics = const MetricPluginDescription* (*)();
/// Makes a group of those of the 1 to kMaxMetrics names that can be measured by the calling thread
/// now, in their order, and adds the others to `refused`. Null where none can be measured, or where
/// it failed altogether: then `error` is not empty.
using OpenMetrics = MetricGroup* (*)(const std::vector<std::string>& names,
                                     std::vector<MetricRefusal>& refused, char* error,
                                     std::size_t errorSize);
/// Takes what OpenMetrics returned; called once for each group.
using CloseMetrics = void (*)(MetricGroup* group);

namespace metric_plugin {

/// Turns an exception of the opener into the text `error`, cut at errorSize - 1 bytes, and null.
template <class Open>
MetricGroup* open(Open opener, const std::vector<std::string>& names,
                  std::vector<MetricRefusal>& refused, char* error,
                  std::size_t errorSize) noexcept {
    error[0] = '\0';
    try {
        std::unique_ptr<MetricGroup> group = opener(names, refused);
        // Freed by gantry_metrics_close, in the shared object that made it.
        return group.release();
    } catch (const std::exception& exception) {
        std::strncpy(error, exception.what(), errorSize - 1);
        error[errorSize - 1] = '\0';
        return nullptr;
    }
}

}  // namespace metric_plugin
}  // namespace gantry::perf

/// Defines the exported functions. Stands once in a shared object, outside any namespace. opener is
/// a std::unique_ptr<MetricGroup>(const std::vector<std::string>& names,
/// std::vector<MetricRefusal>& refused) as OpenMetrics describes, which may throw std::exception.
#define GANTRY_METRICS(opener, description)                                                       \
    extern "C" [[gnu::visibility("default")]] const gantry::perf::MetricPluginDescription*        \
    gantry_metrics_describe() {                                                                   \
        return &(description);                                                                    \
    }                                                                                             \
    extern "C" [[gnu::visibility("default")]] gantry::perf::MetricGroup* gantry_metrics_open(     \
        const std::vector<std::string>& names, std::vector<gantry::perf::MetricRefusal>& refused, \
        char* error, std::size_t errorSize) {                                                     \
        return gantry::perf::metric_plugin::open(opener, names, refused, error, errorSize);       \
    }                                                                                             \
    extern "C" [[gnu::visibility("default")]] void gantry_metrics_close(                          \
        gantry::perf::MetricGroup* group) {                                                       \
        delete group;                                                                             \
    }                                                                                             \
    static_assert((description).abi == gantry::perf::kMetricPluginAbi)
