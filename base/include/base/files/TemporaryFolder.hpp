#pragma once

#include <filesystem>
#include <string>

namespace gantry::base {

/// A new folder that only this user can enter, which the destructor removes with everything in it;
/// what cannot be removed stays. Neither copied nor moved: the path is of one object. A process
/// that is killed leaves its folder behind.
///
///     const TemporaryFolder folder("gantry-gate");
///     writeAtomically(folder.path() / "run", text);
class TemporaryFolder final {
public:
    /// In the folder for temporary files (TMPDIR, or /tmp). name: how the name of the new folder
    /// begins; six characters follow that make it unique. Throws FileError.
    explicit TemporaryFolder(const std::string& name = "gantry");
    /// In another folder, which must exist.
    TemporaryFolder(const std::string& name, const std::filesystem::path& parent);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    /// Exists until the destructor; the reference is valid as long as the object.
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

private:
    std::filesystem::path path_;
};

}  // namespace gantry::base
