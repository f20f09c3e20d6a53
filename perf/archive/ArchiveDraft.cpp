#include <base/files/AtomicFile.hpp>
#include <base/files/FileError.hpp>
#include <base/sqlite/Database.hpp>
#include <perf/archive/ArchiveDraft.hpp>

#include <optional>
#include <string>
#include <utility>

#include "ArchiveWriter.hpp"
#include "ProfileCheck.hpp"
#include "RankColumnTables.hpp"

namespace gantry::perf {

namespace {

// What fails while the file is made, as its user knows it.
template <class Work>
void writing(const std::filesystem::path& path, Work work) {
    try {
        work();
    } catch (const base::DatabaseError& error) {
        throw ArchiveError(ArchiveError::Kind::File, path,
                           std::string("cannot be written: ") + error.what() +
                               "; an existing file was not changed");
    } catch (const base::FileError& error) {
        throw ArchiveError(ArchiveError::Kind::File, error.what());
    }
}

}  // namespace

// The database is closed before its file is synchronised and renamed, or removed.
class ArchiveDraft::Writing final {
public:
    Writing(const std::filesystem::path& path, bool withColumns)
        : file_(path), database_(std::in_place, file_.path(), base::Database::Mode::Write) {
        beginArchive(*database_, withColumns ? PageSize::Large : PageSize::Small);
        if (withColumns) {
            columns_.emplace(*database_);
        }
    }

    void add(const RankBlock& block) { columns_->add(block); }

    void finish(const Profile& profile, const std::vector<ArchivedChunk>& trace,
                const History& history) {
        fillArchive(*database_, profile, trace, history);
        if (columns_) {
            columns_->finish(profile);
            columns_.reset();
        }
        endArchive(*database_);
        database_.reset();
        file_.commit();
    }

private:
    base::AtomicFile file_;
    std::optional<base::Database> database_;
    std::optional<RankColumnWriter> columns_;
};

ArchiveDraft::ArchiveDraft(std::filesystem::path path) : path_(std::move(path)) {}

ArchiveDraft::~ArchiveDraft() = default;

void ArchiveDraft::begin(bool withColumns) {
    if (!writing_) {
        writing_ = std::make_unique<Writing>(path_, withColumns);
    }
}

void ArchiveDraft::add(const RankBlock& block) {
    writing(path_, [&] {
        begin(true);
        writing_->add(block);
    });
}

void ArchiveDraft::finish(const Profile& profile, const std::vector<ArchivedChunk>& trace,
                          const History& history) {
    // Before the file: an archive that its own reader refuses is worse than none.
    if (const std::string fault = faultOf(profile); !fault.empty()) {
        throw ContradictionError(path_.string() +
                                 ": cannot be written: the profile contradicts itself: " + fault);
    }
    writing(path_, [&] {
        begin(false);
        writing_->finish(profile, trace, history);
    });
    writing_.reset();
}

void writeArchive(const std::filesystem::path& path, const std::vector<RankBlock>& blocks,
                  const Profile& profile, const std::vector<ArchivedChunk>& trace,
                  const History& history) {
    ArchiveDraft draft(path);
    for (const RankBlock& block : blocks) {
        draft.add(block);
    }
    draft.finish(profile, trace, history);
}

}  // namespace gantry::perf
