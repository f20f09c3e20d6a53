#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// Files with runs of one kind, and what people call them.
struct RunSet {
    std::string label;
    std::vector<std::filesystem::path> files;
};

/// The run in a file, all runs in a folder (*.gantry and *.gantry.json, in the order of their
/// names), or all runs of a project, whose title is the label. Throws std::invalid_argument for a
/// folder or project without any, and for what is not there; ProjectFormatError.
RunSet runSetIn(const std::filesystem::path& place);

/// Several files and folders as one set. The label is the folder that all are in, or the first
/// file. Throws as runSetIn.
RunSet runSetOf(const std::vector<std::string>& places);

/// The sets of runs to show side by side. A folder is a set, unless it is the only place: then each
/// of its runs is one. Each run of a project is a set, and so is any other file, which is not
/// looked at. Throws as runSetIn.
std::vector<RunSet> setsToView(const std::vector<std::string>& places);

}  // namespace gantry::perf
