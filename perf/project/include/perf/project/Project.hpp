#pragma once

#include <base/InputError.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gantry::perf {

/// A text or file is not a project that this program can read.
class ProjectFormatError final : public base::InputError {
public:
    using InputError::InputError;
};

/// The newest version of the document that this program reads, and the one it writes.
inline constexpr int kProjectVersion = 1;

/// A run of a project.
struct ProjectRun {
    std::string name;        ///< of its file, without folders; the viewer finds the run by it
    std::string file{};      ///< path from the folder of the project; empty: not known
    std::string created{};   ///< when it was measured, UTC, as 2026-01-31T12:00:00Z
    std::string revision{};  ///< of the program that ran, in words of its people
    std::string note{};

    friend bool operator==(const ProjectRun&, const ProjectRun&) = default;
};

/// The study of one program: what it is, its runs, and notes. Plain texts in UTF-8; the format is
/// docs/formats/viewer-project.md.
struct Project {
    std::string title;
    std::string description{};
    std::string program{};               ///< the command that was measured
    std::vector<std::string> sources{};  ///< paths from the folder of the project
    std::vector<std::pair<std::string, std::string>> configuration{};  ///< in the order of the file
    std::vector<ProjectRun> runs{};
    std::string notes{};
    std::string view{};  ///< what the viewer shows: the fragment of its address
    /// The document that was read; members of it that are not known here are written again.
    std::string document{};
};

/// Throws ProjectFormatError for a text that is damaged, of another kind, or of a newer version.
Project projectFromJson(std::string_view text);

/// Ends with a line feed. Printable ASCII only.
std::string toJson(const Project& project);

/// Whether the file begins as a project does. Reads at most 4 kB; false for what cannot be read.
bool isProjectFile(const std::filesystem::path& file);

/// Throws as projectFromJson(), with the name of the file; kind File where it cannot be read.
Project readProjectFile(const std::filesystem::path& file);

/// Adds the run, or updates the one with the same file: a revision or note that is empty stays as
/// it was. Returns whether it is new.
bool addRun(Project& project, const ProjectRun& run);

/// Sets an entry of the configuration: replaces the one of that name, or adds it at the end.
void setConfiguration(Project& project, const std::string& name, const std::string& text);

/// Adds a source file, unless the project has it. path: from the folder of the project.
void addSource(Project& project, const std::string& path);

/// Takes what a person changed in a viewer: texts of the project, and revision and note of runs,
/// which are found by name and file. Takes no run, and no path of a run or source file: those say
/// which files are opened.
void takeEdits(Project& project, const Project& edited);

/// Takes the edits of the text into the project as its file is now, which may have got runs since,
/// and writes it. Returns what was written. Throws as readProjectFile() and projectFromJson(), and
/// base::FileError.
std::string saveEdits(const std::filesystem::path& file, std::string_view edited);

/// The path as a project in that folder states it: relative to the folder.
std::string pathFrom(const std::filesystem::path& folder, const std::filesystem::path& path);

/// The files of all runs of the project, from where the program runs, in the order of the project;
/// whether they exist is not checked. A run without a file is looked for in the folder of the
/// project by its name.
std::vector<std::filesystem::path> runFilesOf(const Project& project,
                                              const std::filesystem::path& projectFile);

}  // namespace gantry::perf
