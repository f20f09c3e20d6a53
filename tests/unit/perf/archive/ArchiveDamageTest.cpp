#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveQuery.hpp>

#include <doctest/doctest.h>
#include <sqlite3.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace {

constexpr const char* kEverything =
    "SELECT 'flat', name, calls, exclusive FROM flat UNION ALL "
    "SELECT 'tree', name, calls, inclusive FROM tree UNION ALL "
    "SELECT 'event', name, count, mean FROM events UNION ALL "
    "SELECT 'misuse', name, count, thread_id FROM misuses";

std::string bytesOf(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& bytes) {
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::vector<std::vector<ArchiveValue>> rowsOf(const fs::path& path) {
    ArchiveQuery query(path, kEverything);
    std::vector<std::vector<ArchiveValue>> rows;
    for (std::vector<ArchiveValue> row; query.next(row);) {
        rows.push_back(row);
    }
    return rows;
}

// An archive of which damaged copies are read.
struct Patient {
    Patient() : profile(fullProfile()), healthy(folder.path / "healthy") {
        const Profile more = randomProfile(11, 60);
        profile.threads[1].nodes = more.threads[0].nodes;
        for (CallPathNode& node : profile.threads[1].nodes) {
            node.timer %= 2;
        }
        writeArchive(healthy, profile);
        rows = rowsOf(healthy);
        bytes = bytesOf(healthy);
    }

    // "same", "refused", or "different", which must never be.
    std::string reading(const std::string& damaged) const {
        const fs::path path = folder.path / "damaged";
        write(path, damaged);
        const std::string first = outcome([&] { return readArchive(path) == profile; });
        const std::string second = outcome([&] { return rowsOf(path) == rows; });
        CHECK(folder.files() == 2);  // no journal, no lock file
        return first == second ? first : first + " and then " + second;
    }

    template <class Work>
    static std::string outcome(Work work) {
        try {
            return work() ? "same" : "different";
        } catch (const ArchiveError& error) {
            const bool told = error.kind() == ArchiveError::Kind::Damaged ||
                              error.kind() == ArchiveError::Kind::Newer;
            return told ? "refused" : std::string("refused as: ") + error.what();
        }
    }

    TestFolder folder;
    Profile profile;
    fs::path healthy;
    std::vector<std::vector<ArchiveValue>> rows;
    std::string bytes;
};

struct Count {
    int same = 0;
    int refused = 0;

    void add(const std::string& reading) {
        same += reading == "same" ? 1 : 0;
        refused += reading == "refused" ? 1 : 0;
        CHECK((reading == "same" || reading == "refused"));
    }
};

}  // namespace

TEST_SUITE_BEGIN("perf.archive.ArchiveDamage");

TEST_CASE("memory that is short is not taken for damage, and can be there again") {
    const Patient patient;
    constexpr std::int64_t kTooLittle = 64 << 10;
    sqlite3_hard_heap_limit64(kTooLittle);
    const std::string told =
        Patient::outcome([&] { return readArchive(patient.healthy).created.empty(); });
    sqlite3_hard_heap_limit64(0);
    CHECK(told.find("refused as: ") == 0);
    CHECK(told.find("cannot be read: out of memory") != std::string::npos);
    CHECK(readArchive(patient.healthy) == patient.profile);
}

TEST_CASE("a question whose answer takes too much memory is distinguished from damage") {
    const Patient patient;
    ArchiveQuery query(
        patient.healthy,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200000) "
        "SELECT i, zeroblob(100) FROM n ORDER BY 2, 1 DESC");
    sqlite3_hard_heap_limit64(4 << 20);
    const std::string told = Patient::outcome([&] {
        std::vector<ArchiveValue> row;
        return query.next(row);
    });
    sqlite3_hard_heap_limit64(0);
    CHECK(told.find("not enough memory for the result") != std::string::npos);
}

TEST_CASE("a file cut short anywhere is refused") {
    const Patient patient;
    std::mt19937 random(20);
    Count count;
    for (int i = 0; i < 1000; ++i) {
        const std::size_t length =
            i < 200 ? static_cast<std::size_t>(i) : random() % patient.bytes.size();
        INFO("seed 20, round ", i, ", cut to ", length);
        count.add(patient.reading(patient.bytes.substr(0, length)));
    }
    CHECK(count.refused == 1000);
}

TEST_CASE("a flipped bit is refused or changes nothing") {
    const Patient patient;
    std::mt19937 random(21);
    Count count;
    for (int i = 0; i < 1000; ++i) {
        // The head of the file is met more often than its share.
        const std::size_t bit =
            i < 250 ? random() % (std::size_t{100} * 8) : random() % (patient.bytes.size() * 8);
        std::string damaged = patient.bytes;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
        INFO("seed 21, round ", i, ", bit ", bit % 8, " of byte ", bit / 8);
        count.add(patient.reading(damaged));
    }
    MESSAGE("seed 21: ", count.refused, " refused, ", count.same, " read as written");
    CHECK(count.refused > 200);
    CHECK(count.same > 0);
}

TEST_CASE("a page that another one overwrote is refused or changes nothing") {
    const Patient patient;
    std::mt19937 random(22);
    constexpr std::size_t kPage = 1024;
    const std::size_t pages = patient.bytes.size() / kPage;
    Count count;
    for (int i = 0; i < 300; ++i) {
        std::string damaged = patient.bytes;
        const std::size_t from = random() % pages * kPage;
        const std::size_t to = random() % pages * kPage;
        damaged.replace(to, kPage, patient.bytes, from, kPage);
        INFO("seed 22, round ", i, ", page at ", from, " over that at ", to);
        count.add(patient.reading(damaged));
    }
    CHECK(count.refused > 200);
}

TEST_CASE("bytes behind the end change nothing or are refused") {
    const Patient patient;
    Count count;
    count.add(patient.reading(patient.bytes + "x"));
    count.add(patient.reading(patient.bytes + std::string(4096, '\0')));
    count.add(patient.reading(patient.bytes + patient.bytes));
    CHECK(count.same + count.refused == 3);
}

TEST_CASE("an archive of a newer version is distinguished from a damaged one") {
    const Patient patient;
    std::string newer = patient.bytes;
    newer[63] = kArchiveVersion + 1;  // the last byte of SQLite's user_version
    const fs::path path = patient.folder.path / "newer";
    write(path, newer);

    try {
        readArchive(path);
        FAIL("it was read");
    } catch (const ArchiveError& error) {
        CHECK(error.kind() == ArchiveError::Kind::Newer);
        CHECK(error.what() == path.string() +
                                  ": the archive has version 3, this program reads up to 2; use a "
                                  "newer Gantry");
    }
}

TEST_CASE("a database of another program is not an archive") {
    const Patient patient;
    std::string foreign = patient.bytes;
    foreign[68] = 0;  // the first byte of SQLite's application_id
    CHECK(patient.reading(foreign) == "refused");
}

TEST_CASE("every byte of the head may be anything") {
    const Patient patient;
    Count count;
    for (std::size_t at = 0; at < 100; ++at) {
        for (const int value : {0x00, 0x01, 0x02, 0x7f, 0xff}) {
            std::string damaged = patient.bytes;
            damaged[at] = static_cast<char>(value);
            INFO("byte ", at, " set to ", value);
            count.add(patient.reading(damaged));
        }
    }
    CHECK(count.refused > 100);
}

TEST_SUITE_END();
