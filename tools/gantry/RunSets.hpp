#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gantry::tools {

/// Files with runs of one kind, and what people call them.
struct RunSet {
    std::string label;
    std::vector<std::filesystem::path> files;
};

/// The run in a file, or all runs in a folder (*.gantry and *.gantry.json, in the order of their
/// names). Throws UsageError for a folder without any, and for what is not there.
RunSet runSetIn(const std::filesystem::path& place);

/// Several files and folders as one set. The label is the folder that all are in, or the first
/// file.
RunSet runSetOf(const std::vector<std::string>& places);

/// The same of the values of an option, which errors name.
RunSet runSetOfOption(const std::string& option, const std::vector<std::string>& places);

}  // namespace gantry::tools
