#pragma once

#include <filesystem>
#include <string_view>

namespace gantry::perf {

/// A file in the making. It lies beside its target under a name that nobody else has, and either
/// takes the target's name when it is complete and on the disk, or disappears with this object: an
/// older file under that name stays as it was until then. A process that dies in between leaves
/// TARGET.draft-PID-N behind. For one thread.
class DraftFile final {
public:
    /// Makes the draft, empty. Throws FileError where that is not possible, or where the target
    /// exists and is not a regular file.
    explicit DraftFile(const std::filesystem::path& target);
    DraftFile(const DraftFile&) = delete;
    DraftFile& operator=(const DraftFile&) = delete;
    ~DraftFile();

    /// Where the draft lies, for those who write to it by name.
    [[nodiscard]] const std::filesystem::path& path() const { return draft_; }

    /// Appends. Throws FileError.
    void write(std::string_view bytes);

    /// Brings the draft to the disk and renames it, then brings the folder to the disk. To be
    /// called once, at the end. Throws FileError; then the target is as it was.
    void publish();

private:
    std::filesystem::path target_;
    std::filesystem::path draft_;
    int descriptor_ = -1;
    bool published_ = false;
};

}  // namespace gantry::perf
