#pragma once

#include <scaffold/NewComponent.hpp>
#include <scaffold/PortSkeletons.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace gantry::scaffold {

/// One file of a new component's folder.
struct NewFile {
    std::string name;
    std::string text;
};

/// Everything a person needs to go on: CMakeLists.txt, the source, a script, a README. What follows
/// from the ports is in none of them: the build writes it. Pure. The source has the language of the
/// component; its methods come from the skeletons.
std::vector<NewFile> componentFiles(const NewComponent& component, const PortSkeletons& skeletons);

/// Writes the files into folder, making it. Throws std::runtime_error, having written nothing,
/// where the folder has something in it already. A file that cannot be written throws as well;
/// those before it stay then.
void writeFolder(const std::filesystem::path& folder, const std::vector<NewFile>& files);

}  // namespace gantry::scaffold
