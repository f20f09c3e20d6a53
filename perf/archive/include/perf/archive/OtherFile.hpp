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

/// A file of another kind was given for a profile. The message says what it is.
class OtherFileError final : public base::InputError {
public:
    OtherFileError(OtherFile what, const std::filesystem::path& file);

    [[nodiscard]] OtherFile is() const noexcept { return what_; }
    [[nodiscard]] const std::filesystem::path& file() const noexcept { return file_; }

private:
    OtherFile what_;
    std::filesystem::path file_;
};

/// Recognised by its first bytes; nothing where it may be a profile or an archive, or cannot be
/// read.
std::optional<OtherFile> otherFile(const std::filesystem::path& file);

}  // namespace gantry::perf
