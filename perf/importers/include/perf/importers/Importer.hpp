#pragma once

#include <perf/importers/reading/ImportFile.hpp>
#include <perf/model/Profile.hpp>

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// What one process measured, as far as the file says so.
struct ImportedPart {
    Profile profile;
    std::optional<std::uint32_t> rank{};  ///< absent where the file names none
    /// The single calls with their times as the chunks of a trace, whose threads and timers have
    /// the numbers of the profile; empty where the format has none.
    std::vector<std::string> trace{};
};

/// A run that was imported: its profile, and the trace of each rank where the files have times.
struct ImportedRun {
    /// The trace of one rank.
    struct RankTrace {
        std::optional<std::uint32_t> rank;  ///< absent in a run of one process
        std::vector<std::string> chunks;
    };

    Profile profile;
    std::vector<RankTrace> traces;  ///< in the order of the ranks
};

/// A file format that is read as a profile. Each format has a folder in perf/importers, which
/// defines `Importer NAMEImporter()`; the build finds it there. A value of pointers to static data;
/// any thread may import.
struct Importer {
    const char* name;     ///< the name of the folder
    const char* summary;  ///< what such a file is and which tools write it
    const char* leftOut;  ///< what is in such files and is not read; empty if all of it is

    /// Whether a file that begins with these bytes is of this format. At most one importer may
    /// recognise a file. Gets ImportFile::beginning(). Must not throw, whatever the bytes are.
    bool (*recognises)(std::string_view beginning);

    /// Reads the whole file, as one part or as one part for each rank. Throws base::InputError,
    /// which names the file and the place in it. The references in the profiles are sound and their
    /// values in the range of the archive.
    std::vector<ImportedPart> (*read)(const ImportFile& file);
};

/// All importers, in the order of their names.
std::vector<Importer> allImporters();

/// The importer of that name. Throws std::invalid_argument, which suggests a name.
Importer importerNamed(const std::string& name);

/// The importer that recognises the file. Throws base::InputError of kind WrongKind if none does.
/// Looks at the content alone; the name does not count.
Importer importerOf(const ImportFile& file);

/// Reads files of one run: each by the importer that recognises its content, or all by `from`. The
/// ranks that they name are put together as those of a parallel run are; other files stand side by
/// side, each thread under the name of its file. Throws base::FileError if one cannot be read, and
/// base::InputError for one that is not recognised, is damaged, or has other metrics than the
/// first. Memory: all files and what they hold.
Profile importProfile(const std::vector<std::filesystem::path>& files,
                      const std::optional<Importer>& from = {});

/// The same with the single calls. Several files that name no rank have no common clock: then there
/// are no traces, and Profile::partial says so.
ImportedRun importRun(const std::vector<std::filesystem::path>& files,
                      const std::optional<Importer>& from = {});

/// The profile of one file.
Profile importProfile(const std::filesystem::path& file);

}  // namespace gantry::perf
