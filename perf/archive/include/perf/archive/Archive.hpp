#pragma once

#include <perf/archive/ArchiveError.hpp>
#include <perf/archive/History.hpp>
#include <perf/model/Profile.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace gantry::perf {

/// The version of the archives that writeArchive() makes and the newest that readArchive() reads.
/// Older archives are read as well.
inline constexpr int kArchiveVersion = 2;

/// A piece of a trace, as docs/formats/trace.md describes it, with what a reader may ask for.
struct ArchivedChunk {
    std::int64_t kind = 0;     ///< 1 records, 2 tables, 3 end
    std::int64_t thread = 0;   ///< of records
    std::int64_t firstNs = 0;  ///< of records: the first one's time since the beginning
    std::int64_t records = 0;
    std::int64_t lost = 0;  ///< of this thread up to then
    std::string bytes;      ///< the whole chunk
};

/// Writes everything in the profile, the trace and the history of the run into one SQLite database,
/// described in docs/formats/archive.md. The file is written atomically, without journals: it
/// is made under another name in the same folder, brought to the disk, and renamed; an error leaves
/// nothing behind and an older file as it was. Throws ArchiveError or ContradictionError. Cost:
/// some microseconds for each call path of each thread.
///
/// A profile that contradicts itself (a parent behind its child, a timer that is not there) is
/// refused before anything is written.
void writeArchive(const std::filesystem::path& path, const Profile& profile,
                  const std::vector<ArchivedChunk>& trace = {}, const History& history = {});

/// Gives the profile back equal to what was written. Everything is checked before: SQLite's own
/// check of the file's structure, the checksum of every table and view, and every reference from
/// one table to another; so the result can be used without further tests. Opens the file for
/// reading only and makes no other. Throws ArchiveError. Cost: that of reading the whole file
/// twice, once for the checksums.
///
///     const Profile profile = readArchive("run.gantry");
///     for (const TimerRecord& record : flat(profile)) { use(record.info.name, record.calls); }
Profile readArchive(const std::filesystem::path& path);

/// The chunks of the trace in an archive, in the order in which they were written; empty where it
/// has none. Checks as much as readArchive(). Throws ArchiveError. Memory: the whole trace.
std::vector<std::string> readTraceChunks(const std::filesystem::path& path);

/// Whether the file begins as every SQLite database does; it need not be an archive. False for a
/// file that cannot be read. Reads 16 bytes.
bool looksLikeArchive(const std::filesystem::path& path);

}  // namespace gantry::perf
