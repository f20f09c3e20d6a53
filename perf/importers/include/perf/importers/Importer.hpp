#pragma once

#include <perf/model/Profile.hpp>

#include <filesystem>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// A file format that is read as a profile. Each format has a folder in perf/importers, which
/// defines `Importer NAMEImporter()`; the build finds it there.
struct Importer {
    const char* name;     ///< the name of the folder
    const char* summary;  ///< what such a file is and which tools write it

    /// Whether a file that begins with these bytes is of this format. At most one importer may
    /// recognise a file. Gets the first 4096 bytes, or all of a shorter file.
    bool (*recognises)(std::string_view begin);

    /// Reads the whole file. Throws base::InputError, which names the file and the place in it.
    Profile (*read)(const std::filesystem::path& file);
};

/// All importers, in the order of their names.
std::vector<Importer> allImporters();

/// Reads a file by the importer that recognises its content. Throws base::FileError if it cannot
/// be read, base::InputError of kind WrongKind if no importer recognises it, and what the importer
/// throws.
Profile importProfile(const std::filesystem::path& file);

}  // namespace gantry::perf
