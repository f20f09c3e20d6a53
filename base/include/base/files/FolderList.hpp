#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gantry::base {

/// The folders of a text such as "own:/opt/more"; empty parts are left out. Whether they exist is
/// not checked.
std::vector<std::filesystem::path> folderList(const std::string& text);

/// The same of what a user gave. Throws std::invalid_argument for a folder that does not exist;
/// what: that is looked for in them, in words.
std::vector<std::filesystem::path> existingFolders(const std::string& text,
                                                   const std::string& what);

/// Those that an environment variable names; none where it is not set. Not while other threads
/// change the environment.
std::vector<std::filesystem::path> foldersOfVariable(const char* variable);

}  // namespace gantry::base
