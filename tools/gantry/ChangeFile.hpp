#pragma once

#include <framework/Framework.hpp>

#include <filesystem>
#include <fstream>
#include <string>

namespace gantry::tools {

/// Writes every change of an assembly, as it is made, into a file that is a script which builds the
/// assembly again (docs/formats/script.md). What was written is there even where the program is
/// killed. Throws std::runtime_error.
class ChangeFile final {
public:
    /// The assembly outlives it. script: what is run, for the head of the file.
    ChangeFile(framework::Framework& assembly, const std::filesystem::path& file,
               const std::string& script);
    ~ChangeFile();
    ChangeFile(const ChangeFile&) = delete;
    ChangeFile& operator=(const ChangeFile&) = delete;

    /// What changes from now on is not written. Throws where something could not be.
    void end();

private:
    framework::Framework& assembly_;
    std::filesystem::path file_;
    std::ofstream stream_;
};

}  // namespace gantry::tools
