#include <base/files/Descriptor.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveDraft.hpp>
#include <perf/archive/ArchivedTimeline.hpp>
#include <perf/archive/CheckedArchive.hpp>
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

#include "Contents.hpp"
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
    return inArchive(path, [&] {
        base::Database database(path, base::Database::Mode::Read);
        checkContents(database, path);
        return database;
    });
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
    return CheckedArchive(path).profile();
}

History readHistory(const fs::path& path) {
    return CheckedArchive(path).history();
}

std::vector<RankTotals> readRankTotals(const fs::path& path) {
    base::Database database = openArchive(path);
    return inArchive(path, [&] { return rankTotalsIn(database, path); });
}

std::vector<RankValues> readRankValues(const fs::path& path, std::uint32_t timer) {
    base::Database database = openArchive(path);
    return inArchive(path, [&] { return rankValuesIn(database, path, timer); });
}

std::vector<std::string> readTraceChunks(const fs::path& path) {
    return CheckedArchive(path).traceChunks();
}

std::vector<std::string> readTimelineChunks(const fs::path& path) {
    return CheckedArchive(path).timelineChunks();
}

}  // namespace gantry::perf
