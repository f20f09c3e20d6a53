#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace gantry::perf {

/// Something is wrong with an archive or with what is asked of it: which file, what, and how to
/// fix it.
class ArchiveError final : public std::runtime_error {
public:
    enum class Cause {
        File,     ///< it could not be read or written: permissions, space, a missing folder
        Damaged,  ///< it is not an archive, or not as it was written
        Newer,    ///< it was written by a newer Gantry
        Content,  ///< the profile contradicts itself and cannot be kept
        Query,    ///< the SQL is wrong, or asks for more than reading
    };

    ArchiveError(Cause cause, const std::filesystem::path& path, const std::string& what);
    /// With a message that names the file itself.
    ArchiveError(Cause cause, const std::string& message);

    [[nodiscard]] Cause cause() const noexcept { return cause_; }

private:
    Cause cause_;
};

}  // namespace gantry::perf
