// Takes any bytes as an archive, reads it and asks it.

#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveQuery.hpp>
#include <perf/document/JsonProfile.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <random>
#include <string>
#include <unistd.h>
#include <vector>

#include "Contents.hpp"
#include "ProfileCheck.hpp"
#include "Schema.hpp"
#include "SqliteMemory.hpp"

using namespace gantry::perf;

// NOLINTNEXTLINE(readability-identifier-naming): the name of libFuzzer's function
extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

// libFuzzer keeps the input of a run that aborts.
void require(bool holds, const char* what, const std::string& shown = {}) {
    if (!holds) {
        std::fprintf(stderr, "fuzz-archive: does not hold: %s\n%s\n", what, shown.c_str());
        std::abort();
    }
}

// A file that is in memory, under a name, as SQLite wants one.
class MemoryFile final {
public:
    MemoryFile(const std::uint8_t* data, std::size_t size)
        : path_("/dev/shm/gantry-fuzz-" + std::to_string(::getpid())),
          descriptor_(::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
        require(::write(descriptor_, data, size) == static_cast<ssize_t>(size), "memory suffices");
    }
    ~MemoryFile() {
        ::close(descriptor_);
        ::unlink(path_.c_str());
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    // Its length, and the bytes where there is room for them.
    [[nodiscard]] std::size_t copyTo(std::uint8_t* data, std::size_t most) const {
        const off_t size = ::lseek(descriptor_, 0, SEEK_END);
        const auto length = static_cast<std::size_t>(size);
        return length <= most && ::pread(descriptor_, data, length, 0) == size ? length : 0;
    }

private:
    std::filesystem::path path_;
    int descriptor_;
};

std::string anyValue(std::mt19937& random) {
    const std::vector<std::string> values{"NULL",
                                          "-1",
                                          "0",
                                          "1",
                                          "2",
                                          "9223372036854775807",
                                          "-9223372036854775808",
                                          "72057594037927937",
                                          "4294967296",
                                          "0.5",
                                          "-1e308",
                                          "9e999",
                                          "'wall'",
                                          "''",
                                          "x'00ff'",
                                          "'count'",
                                          std::to_string(random() % 300)};
    return values[random() % values.size()];
}

// Changes some cells or rows of the archive, and writes its checksums anew; the new size, or 0
// where that cannot be done.
std::size_t changeRows(std::uint8_t* data, std::size_t size, std::size_t most,
                       std::mt19937& random) {
    const MemoryFile file(data, size);
    try {
        gantry::base::Database database(file.path(), gantry::base::Database::Mode::Write);
        std::vector<SchemaObject> tables = schemaTables();
        tables.insert(tables.end(), addedTables().begin(), addedTables().end());
        for (std::size_t i = 1 + random() % 3; i > 0; --i) {
            const std::string table = tables[random() % tables.size()].name;
            gantry::base::Statement all =
                database.prepare("SELECT * FROM \"" + table + "\" LIMIT 1");
            const std::string column =
                all.columnName(static_cast<int>(random() % static_cast<unsigned>(all.columns())));
            all.runToEnd();
            const std::string where = " WHERE rowid = (SELECT rowid FROM \"" + table +
                                      "\" LIMIT 1 OFFSET " + std::to_string(random() % 40) + ")";
            database.run(random() % 8 == 0 ? "DELETE FROM \"" + table + "\"" + where
                                           : "UPDATE OR IGNORE \"" + table + "\" SET \"" + column +
                                                 "\" = " + anyValue(random) + where);
        }
        database.run("DROP TABLE IF EXISTS checksum");
        writeChecksums(database);
    } catch (const gantry::base::DatabaseError&) {
        return 0;
    }
    return file.copyTo(data, most);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    std::mt19937 random(seed);
    if (random() % 4 != 0) {
        if (const std::size_t changed = changeRows(data, size, most, random); changed != 0) {
            return changed;
        }
    }
    return LLVMFuzzerMutate(data, size, most);
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerInitialize(int* /*count*/, char*** /*words*/) {
    giveSqliteMemory();
    return 0;
}

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const MemoryFile file(data, size);
    try {
        const Profile profile = readArchive(file.path());
        require(faultOf(profile).empty(), "what was read can be used", faultOf(profile));
        (void)readHistory(file.path());
        try {
            (void)fromJson(toJson(profile));
        } catch (const ProfileFormatError&) {
            // An archive may hold what a document of one run may not, such as a difference.
            return 0;
        }
        ArchiveQuery query(file.path(), "SELECT name, calls, exclusive FROM flat");
        for (std::vector<ArchiveValue> row; query.next(row);) {
        }
    } catch (const ArchiveError& error) {
        require(error.kind() == ArchiveError::Kind::Damaged ||
                    error.kind() == ArchiveError::Kind::Newer,
                "what cannot be read is damaged or newer", error.what());
    } catch (const QueryError&) {
        // A damaged archive may lack the view.
    }
    return 0;
}
