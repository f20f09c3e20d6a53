#pragma once

#include <perf/archive/Archive.hpp>
#include <perf/model/Profile.hpp>
#include <perf/model/RankColumns.hpp>

#include <filesystem>
#include <memory>
#include <vector>

namespace gantry::perf {

/// An archive that is being written: first the blocks of columns of a run of very many ranks, one
/// at a time and none of them kept in memory, then everything else. Until finish() has returned
/// there is no file of that name, or the earlier one is unchanged. Throws ArchiveError or
/// ContradictionError, and leaves nothing behind then.
///
///     ArchiveDraft draft("run.gantry");
///     for (...) { draft.add(block); }
///     draft.finish(profile);
///
/// One thread. The bytes are in a temporary file in the same folder, which takes the name at the
/// end.
class ArchiveDraft final {
public:
    /// Makes nothing yet.
    explicit ArchiveDraft(std::filesystem::path path);
    ArchiveDraft(const ArchiveDraft&) = delete;
    ArchiveDraft& operator=(const ArchiveDraft&) = delete;
    /// Without finish() the temporary file is removed.
    ~ArchiveDraft();

    /// Keeps nothing of the block. The first one makes the temporary file. ArchiveError where it
    /// cannot be written.
    void add(const RankBlock& block);

    /// profile: what writeArchive() takes. Columns of timers that its values over ranks do not have
    /// are left out. Once. ContradictionError where the profile contradicts itself: nothing was
    /// written then. Costs what writing and synchronising the file costs.
    void finish(const Profile& profile, const std::vector<ArchivedChunk>& trace = {},
                const History& history = {});

private:
    class Writing;

    void begin(bool withColumns);

    std::filesystem::path path_;
    std::unique_ptr<Writing> writing_;
};

/// The same where the blocks are there already; without any, what writeArchive() does. Throws as
/// ArchiveDraft.
void writeArchive(const std::filesystem::path& path, const std::vector<RankBlock>& blocks,
                  const Profile& profile, const std::vector<ArchivedChunk>& trace = {},
                  const History& history = {});

}  // namespace gantry::perf
