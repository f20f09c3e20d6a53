#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sidlc {

/// One file that an emitter wants to be written, whole, in memory.
struct GeneratedFile {
    std::filesystem::path path;  ///< below the output folder
    std::string text;
};

/// Writes the files whose text is not on disk already, making folders as needed, and returns what
/// was written. Each file is written atomically. Throws std::runtime_error naming the path and the
/// reason when a file cannot be written; earlier files stay.
std::vector<std::filesystem::path> writeChanged(const std::filesystem::path& folder,
                                                const std::vector<GeneratedFile>& files);

}  // namespace sidlc
