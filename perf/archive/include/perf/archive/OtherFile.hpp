#pragma once

#include <base/InputError.hpp>

#include <filesystem>
#include <optional>

namespace gantry::perf {

/// What a file is that is not a profile. Gantry writes all but programs, scripts and databases.
enum class OtherFile {
    Empty,
    Segment,
    Trace,
    Program,  ///< or a shared object
    Script,
    AssemblyScript,
    Assembly,  ///< as JSON
    DecisionLog,
    TuningStore,
    TuningExport,  ///< of a store, as JSON
    RunReport,     ///< as JSON, as are the next two
    Report,
    ProgramReport,  ///< of a measured program
    Database,       ///< of another program
};

/// A file of another kind was given for a profile. The message says what it is. Its kind is
/// WrongKind, so that a program can suggest what to do with such a file.
class OtherFileError final : public base::InputError {
public:
    OtherFileError(OtherFile what, const std::filesystem::path& file);

    [[nodiscard]] OtherFile is() const noexcept { return what_; }
    /// As it was given.
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

private:
    OtherFile what_;
    std::filesystem::path file_;
};

/// Recognised by its first bytes; nothing where it may be a profile or an archive, or cannot be
/// read. Reads at most 4 KiB, and only of a regular file: a pipe keeps its bytes for its reader.
/// JSON documents are recognised by the value of "format" in that part. Does not throw but for want
/// of memory.
std::optional<OtherFile> otherFile(const std::filesystem::path& file);

}  // namespace gantry::perf
