#pragma once

#include <base/files/Descriptor.hpp>

#include <filesystem>
#include <string_view>

namespace gantry::base {

/// A file that is written atomically: under a temporary name in the folder of its target, which
/// commit() replaces. Without a commit the temporary file is removed with this object, and an older
/// target stays as it was. A process that dies in between leaves TARGET.draft-PID-N behind. For one
/// thread.
///
/// Readers of the target see the older file or the whole new one, at every moment and after a crash
/// of the system. Two writers of one target do not disturb each other: the last commit wins.
class AtomicFile final {
public:
    /// Creates the temporary file, empty, with the permissions that the umask leaves. Throws
    /// FileError where that is not possible, or where the target exists and is not a regular file.
    explicit AtomicFile(const std::filesystem::path& target);
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;
    ~AtomicFile();

    /// The temporary file, for writers that open it by name.
    [[nodiscard]] const std::filesystem::path& path() const { return temporary_; }

    /// Appends. Throws FileError.
    void write(std::string_view bytes);

    /// Syncs the temporary file to disk and renames it to the target: one wait for the disk. A
    /// crash of the system within some seconds may bring the older target back. To be called once,
    /// at the end. Throws FileError; then the target is as it was.
    void commit();

private:
    std::filesystem::path target_;
    std::filesystem::path temporary_;
    Descriptor descriptor_;
    bool committed_ = false;
};

/// Writes a whole file atomically, as AtomicFile does. Throws FileError.
void writeAtomically(const std::filesystem::path& path, std::string_view text);

}  // namespace gantry::base
