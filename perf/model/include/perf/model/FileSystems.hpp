#pragma once

#include <perf/model/Profile.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace gantry::perf {

/// A file system, by where it was mounted.
struct FileSystem {
    std::string folder;  ///< mount point
    std::string type;    ///< such as "ext4", "tmpfs" or "lustre"

    friend bool operator==(const FileSystem&, const FileSystem&) = default;
};

/// Adds a file system to the facts of a run: docs/formats/module.md, "File systems". A further one
/// with the same mount point is ignored, as the first one is that of the run.
void noteFileSystem(Profile& profile, const FileSystem& system);

/// Adds that a name led elsewhere, by a symbolic link: to that place without links.
void noteLink(Profile& profile, const std::string& name, const std::string& place);

/// The file systems that a run notes, for finding that of a file. A value; does not refer to the
/// profile.
///
///     const FileSystems systems(profile);
///     const FileSystem* system = systems.of("/data/in");
class FileSystems final {
public:
    FileSystems() = default;
    /// Reads the facts of the run. Throws std::bad_alloc.
    explicit FileSystems(const Profile& profile);

    /// A later one of the same mount point replaces an earlier one.
    void add(const FileSystem& system) { byFolder_[system.folder] = system; }

    [[nodiscard]] bool empty() const { return byFolder_.empty(); }

    /// That of an absolute name: the one with the longest mount point that contains it. Null for
    /// other names, and where no mount point contains it. Valid as long as this object. Costs a
    /// search for each part of the name.
    [[nodiscard]] const FileSystem* of(std::string_view name) const;

private:
    std::map<std::string, FileSystem, std::less<>> byFolder_;
    std::map<std::string, std::string, std::less<>> links_;
};

}  // namespace gantry::perf
