#include <base/files/Descriptor.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveDraft.hpp>
#include <perf/archive/ArchivedTimeline.hpp>
#include <perf/archive/RankValues.hpp>

#include <array>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <string_view>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "ArchiveReader.hpp"
#include "Contents.hpp"
#include "HistoryTables.hpp"
#include "OpenArchive.hpp"
#include "RankColumnTables.hpp"

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic{"SQLite format 3\0", 16};

// The first bytes of a file; throws where they cannot be read.
std::string beginning(const fs::path& path) {
    const auto cannot = [&path](const std::string& why) {
        throw ArchiveError(ArchiveError::Kind::File, path, "cannot be read: " + why);
    };
    // Not blocking: a pipe of that name would wait for a writer before it could be refused.
    const base::Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!file) {
        cannot(std::generic_category().message(errno));
    }
    struct stat status {};
    if (::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        cannot("it is not a regular file");
    }
    std::array<char, kMagic.size()> bytes{};
    const ssize_t size = ::read(file.number(), bytes.data(), bytes.size());
    if (size < 0) {
        cannot(std::generic_category().message(errno));
    }
    return {bytes.data(), static_cast<std::size_t>(size)};
}

void requireMagic(const fs::path& path) {
    if (beginning(path) != kMagic) {
        throw ArchiveError(ArchiveError::Kind::Damaged, path, "this is not a Gantry archive");
    }
}

// Where SQLite has memory for several times the file, it is the file that asks for too much.
bool isMemoryShort(const fs::path& path) {
    constexpr std::uint64_t kBesides = std::uint64_t{1} << 20U;
    std::error_code unknown;
    const std::uint64_t size = fs::file_size(path, unknown);
    return unknown || !base::Database::hasMemoryFor(4 * size + kBesides);
}

// What the work makes of the archive, opened and checked.
template <class Work>
auto reading(const fs::path& path, Work work) {
    const auto once = [&] {
        base::Database database(path, base::Database::Mode::Read);
        checkContents(database, path);
        return work(std::move(database));
    };
    try {
        // First attempt; only a lack of memory is tried again.
        return once();
    } catch (const base::DatabaseError& error) {
        if (error.kind() != base::DatabaseError::Kind::Memory) {
            failOnArchive(path, error);
        }
    }
    // Memory that was short for a moment may be there again; a damaged file asks for it again.
    try {
        return once();
    } catch (const base::DatabaseError& error) {
        failOnArchive(path, error);
    }
}

}  // namespace

void failOnArchive(const fs::path& path, const base::DatabaseError& error) {
    const std::string what = error.what();
    switch (error.kind()) {
        case base::DatabaseError::Kind::Memory:
            if (!isMemoryShort(path)) {
                break;
            }
            [[fallthrough]];
        case base::DatabaseError::Kind::System:
        case base::DatabaseError::Kind::Locked:
            throw ArchiveError(ArchiveError::Kind::File, path, "cannot be read: " + what);
        case base::DatabaseError::Kind::Damaged:
        case base::DatabaseError::Kind::Statement:
            break;
    }
    throw ArchiveError(ArchiveError::Kind::Damaged, path,
                       "the file is damaged (" + what + "); take another copy of it");
}

base::Database openArchive(const fs::path& path) {
    requireMagic(path);
    return reading(path, [](base::Database database) { return database; });
}

bool looksLikeArchive(const fs::path& path) {
    try {
        return beginning(path) == kMagic;
    } catch (const ArchiveError&) {
        return false;
    }
}

void writeArchive(const fs::path& path, const Profile& profile,
                  const std::vector<ArchivedChunk>& trace, const History& history) {
    ArchiveDraft(path).finish(profile, trace, history);
}

Profile readArchive(const fs::path& path) {
    requireMagic(path);
    return reading(path, [&](base::Database database) { return profileIn(database, path); });
}

History readHistory(const fs::path& path) {
    requireMagic(path);
    return reading(path, [&](base::Database database) { return historyIn(database, path); });
}

std::vector<RankTotals> readRankTotals(const fs::path& path) {
    requireMagic(path);
    return reading(path, [&](base::Database database) { return rankTotalsIn(database, path); });
}

std::vector<RankValues> readRankValues(const fs::path& path, std::uint32_t timer) {
    requireMagic(path);
    return reading(path,
                   [&](base::Database database) { return rankValuesIn(database, path, timer); });
}

namespace {

// The bytes of all rows of a table that not every archive has; `table` is one of the names below.
std::vector<std::string> chunksIn(const fs::path& path, const std::string& table) {
    requireMagic(path);
    return reading(path, [&table](base::Database database) {
        std::vector<std::string> chunks;
        base::Statement sums =
            // The checksums have been verified, so they say reliably whether there is one.
            database.prepare("SELECT count(*) FROM checksum WHERE object = '" + table + "'");
        if (sums.next() && sums.whole(0) > 0) {
            base::Statement rows = database.prepare("SELECT bytes FROM " + table + " ORDER BY id");
            while (rows.next()) {
                chunks.emplace_back(rows.bytes(0));
            }
        }
        return chunks;
    });
}

}  // namespace

std::vector<std::string> readTraceChunks(const fs::path& path) {
    return chunksIn(path, "trace");
}

std::vector<std::string> readTimelineChunks(const fs::path& path) {
    return chunksIn(path, "timeline");
}

}  // namespace gantry::perf
