#pragma once

#include <perf/engine/MetricPlugin.hpp>

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// A shared object with metrics, found and checked. It stays loaded until the process ends, because
/// threads may hold its counters until they end. Copying it copies no more than names and
/// addresses.
struct MetricLibrary {
    std::filesystem::path file;
    std::string name;  ///< the file's name without its ending
    const MetricPluginDescription* description = nullptr;
    OpenMetrics open = nullptr;
    CloseMetrics close = nullptr;

    /// Opens a group; null where every name was refused. Throws EngineError where the library
    /// fails. The result closes the group through the library. What cannot be measured here is
    /// added to `refused`.
    std::shared_ptr<MetricGroup> group(const std::vector<std::string>& names,
                                       std::vector<MetricRefusal>& refused) const;

    /// Length of the longest of its patterns that fits the name, 0 for none.
    std::size_t fit(std::string_view metric) const noexcept;
};

/// Where shared objects with metrics are looked for: the folders of GANTRY_METRIC_PATH (separated
/// by ':'), then `metrics` and `../lib/gantry/metrics` beside the object this engine is linked
/// into. Reads the environment at each call. Folders that do not exist are in the list, too.
std::vector<std::filesystem::path> metricFolders();

/// The shared objects with metrics in those folders, by name; of two with the same name the one in
/// the earlier folder. Files that do not keep the contract are reported in `rejected`.
///
/// Loads each file (dlopen) and asks for its description. A file that is cut or damaged is not
/// loaded. Does not throw for a folder that cannot be read.
std::vector<MetricLibrary> metricLibraries(const std::vector<std::filesystem::path>& folders,
                                           std::vector<MetricRefusal>* rejected = nullptr);

}  // namespace gantry::perf
