// Damage to the files of tuning: a reader refuses it, or the values are those that were written.
#include <base/sqlite/Database.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <sstream>
#include <vector>

#include "DecisionLogFile.hpp"
#include "RecordsError.hpp"
#include "Scratch.hpp"
#include "StoreFile.hpp"

using gantry::base::Database;
using records::RecordsError;
using records::StoreFile;

namespace {

std::string bytesOf(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void put(const std::filesystem::path& file, const std::string& bytes) {
    for (const char* other : {"-wal", "-shm", "-journal"}) {
        std::filesystem::remove(file.string() + other);
    }
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

// Why a file is refused; empty where it is read.
template <class Work>
std::string refusalOf(Work work) {
    try {
        work();
    } catch (const RecordsError& error) {
        return error.what();
    }
    return {};
}

std::vector<tuning::Learned> samples() {
    std::vector<tuning::Learned> all;
    for (const char* candidate : {"solvers.Cg", "solvers.Klu", "solvers.Umfpack"}) {
        tuning::Learned made;
        made.context = "poisson n=1000";
        made.featureNames = {"rows", "spd"};
        made.features = sidl::array<double>(std::vector<double>{1000, 1});
        made.candidate = candidate;
        made.componentVersion = "1.0";
        made.calls = 7;
        made.cost = 0.0123 * static_cast<double>(all.size() + 1);
        made.spread = 0.25;
        made.bound = 0.001;
        made.failures = 1;
        all.push_back(made);
    }
    return all;
}

std::string textOf(const std::vector<records::StoredRow>& rows) {
    std::ostringstream text;
    text.precision(std::numeric_limits<double>::max_digits10);
    for (const auto& [machine, port, known] : rows) {
        text << machine << '|' << port << '|' << known.context << '|' << known.candidate << '|'
             << known.componentVersion << '|' << known.calls << '|' << known.cost << '|'
             << known.spread << '|' << known.bound << '|' << known.failures << '|' << known.age;
        for (const std::string& name : known.featureNames.toVector()) {
            text << '|' << name;
        }
        for (const double value : known.features.toVector()) {
            text << '|' << value;
        }
        text << '\n';
    }
    return text.str();
}

// A store of two machines, its bytes, and what is read of it with and without a filter.
class GoodStore final {
public:
    GoodStore() {
        StoreFile store(scratch.file(), StoreFile::Missing::Make);
        store.save("here", "driver.solve", samples(), 1000);
        store.save("there", "driver.solve", samples(), 2000);
        original = read(StoreFile::Missing::Refuse);
        bytes = bytesOf(scratch.file());
    }

    [[nodiscard]] std::string read(StoreFile::Missing missing) const {
        StoreFile store(scratch.file(), missing);
        return textOf(store.rows({}, 3000)) + textOf(store.rows({"there", {}, {}, {}}, 3000));
    }

    // Checks one damaged copy; true where it was refused.
    bool isRefused(const std::string& copy, StoreFile::Missing missing) const {
        put(scratch.file(), copy);
        std::string values;
        const std::string refusal = refusalOf([&] { values = read(missing); });
        const bool clear = refusal.find("file: ") != std::string::npos;
        CHECK((refusal.empty() ? values == original : clear));
        return !refusal.empty();
    }

    Scratch scratch;
    std::string original;
    std::string bytes;
};

tuning::Entry entry(std::int64_t request, tuning::Reason reason) {
    tuning::Entry made;
    made.time = 1763802000.5 + static_cast<double>(request);
    made.port = "driver.solve";
    made.request = request;
    made.repeats = 1;
    made.context = "poisson";
    made.candidate = "cg, \"checksum\":\"";
    made.reason = reason;
    made.limit = 0.5;
    made.cost = 0.125;
    made.seconds = 0.125;
    made.quality = NAN;
    return made;
}

std::vector<std::string> logLines() {
    records::DecisionLogLines lines;
    return {lines.header(), lines.lineOf(entry(1, tuning::Reason::FirstTry)),
            lines.lineOf(entry(2, tuning::Reason::Drift)),
            lines.lineOf(entry(3, tuning::Reason::Incumbent)), lines.end()};
}

std::string joined(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) {
        text += line;
    }
    return text;
}

struct ReadLog {
    std::string refusal;
    bool isComplete = false;
    std::vector<std::string> entries;
};

ReadLog readLog(const Scratch& scratch, const std::string& bytes) {
    put(scratch.file(), bytes);
    ReadLog log;
    log.refusal = refusalOf([&] {
        const records::LoggedDecisions found = records::readDecisionLog(scratch.file());
        log.isComplete = found.isComplete;
        std::transform(found.entries.begin(), found.entries.end(), std::back_inserter(log.entries),
                       records::jsonOf);
    });
    CHECK((log.refusal.empty() || log.refusal.find("file: ") != std::string::npos));
    return log;
}

bool begins(const std::vector<std::string>& whole, const std::vector<std::string>& part) {
    return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

constexpr const char* kOldHeader = "{\"format\":\"gantry-decisions\",\"version\":1}\n";

}  // namespace

TEST_SUITE_BEGIN("optimizer.records.Damage");

TEST_CASE("a byte that changes anywhere in a store is refused, or the rows are as they were") {
    const GoodStore good;
    int refused = 0;

    for (std::size_t i = 0; i < good.bytes.size(); ++i) {
        // Free space of a page is zero, and most of it matters to nobody.
        if (good.bytes[i] == 0 && i > 200 && i % 13 != 0) {
            continue;
        }
        CAPTURE(i);
        std::string copy = good.bytes;
        copy[i] = static_cast<char>(copy[i] ^ (i % 3 == 2 ? 0xff : 1 << i % 8));
        refused += good.isRefused(copy, StoreFile::Missing::Refuse) ? 1 : 0;
    }
    CHECK(refused > 500);
}

TEST_CASE("a store that is cut anywhere, or loses bytes, is refused and not taken for a new one") {
    const GoodStore good;

    for (std::size_t size = 1; size < good.bytes.size(); size += 127) {
        CAPTURE(size);
        CHECK(good.isRefused(good.bytes.substr(0, size), StoreFile::Missing::Make));
        CHECK(bytesOf(good.scratch.file()).size() == size);
    }
    for (std::size_t at = 0; at + 512 <= good.bytes.size(); at += 64) {
        CAPTURE(at);
        good.isRefused(std::string(good.bytes).replace(at, 512, 512, '\0'),
                       StoreFile::Missing::Make);
        good.isRefused(std::string(good.bytes).erase(at, 512), StoreFile::Missing::Make);
    }
    // The application id and the number of tables.
    CHECK(good.isRefused(std::string(good.bytes).replace(60, 60, 60, '\0'),
                         StoreFile::Missing::Make));
}

TEST_CASE("a store that another program changed is refused for reading and writing") {
    const GoodStore good;
    Database(good.scratch.file(), Database::Mode::Share).run("UPDATE learned SET cost = 0.0124");
    StoreFile store(good.scratch.file(), StoreFile::Missing::Make);

    for (const std::string& refusal : {refusalOf([&] { (void)store.rows({}, 0); }),
                                       refusalOf([&] { store.save("here", "p", samples(), 0); }),
                                       refusalOf([&] { (void)store.forget({}); })}) {
        CHECK(refusal.find("do not match its checksum") != std::string::npos);
        CHECK(refusal.find("move it away") != std::string::npos);
    }
}

TEST_CASE("a store of version 1 is read as one without checksum, and gets one with a save") {
    const GoodStore good;
    Database(good.scratch.file(), Database::Mode::Share)
        .run("DROP TABLE checksum; PRAGMA user_version = 1");
    StoreFile store(good.scratch.file(), StoreFile::Missing::Refuse);

    CHECK(good.read(StoreFile::Missing::Refuse) == good.original);
    CHECK_FALSE(store.hasChecksum());
    store.save("here", "driver.solve", samples(), 1000);
    CHECK(store.hasChecksum());
    CHECK(good.read(StoreFile::Missing::Refuse) == good.original);
}

TEST_CASE("a store whose version was changed back is not taken for an old one") {
    const GoodStore good;
    for (const char* version : {"0", "1"}) {
        put(good.scratch.file(), good.bytes);
        Database(good.scratch.file(), Database::Mode::Share)
            .run("PRAGMA user_version = " + std::string(version));
        CHECK(good.isRefused(bytesOf(good.scratch.file()), StoreFile::Missing::Make));
    }
}

TEST_CASE("a bit that changes anywhere in a log is refused") {
    const Scratch scratch;
    const std::string good = joined(logLines());

    for (std::size_t i = 0; i < good.size() * 8; ++i) {
        CAPTURE(i);
        std::string copy = good;
        copy[i / 8] = static_cast<char>(copy[i / 8] ^ (1 << i % 8));
        CHECK_FALSE(readLog(scratch, copy).refusal.empty());
    }
}

TEST_CASE("a log that is cut gives its first decisions and says that its end is missing") {
    const Scratch scratch;
    const std::string good = joined(logLines());
    const ReadLog whole = readLog(scratch, good);
    REQUIRE(whole.entries.size() == 3);
    CHECK(whole.isComplete);

    // Without its last line end nothing is missing.
    CHECK(readLog(scratch, good.substr(0, good.size() - 1)).isComplete);
    for (std::size_t size = 1; size + 1 < good.size(); ++size) {
        CAPTURE(size);
        const ReadLog log = readLog(scratch, good.substr(0, size));
        CHECK_FALSE(log.isComplete);
        CHECK(begins(whole.entries, log.entries));
    }
}

TEST_CASE("lines that are taken out, exchanged, repeated or added are refused") {
    const Scratch scratch;
    const std::vector<std::string> lines = logLines();
    const std::string good = joined(lines);

    for (std::size_t size = 1; size < good.size(); size += 37) {
        for (std::size_t at = 0; at + size < good.size(); at += 11) {
            CAPTURE(at);
            CAPTURE(size);
            CHECK_FALSE(readLog(scratch, std::string(good).erase(at, size)).refusal.empty());
        }
    }
    CHECK_FALSE(readLog(scratch, joined({lines[0], lines[2], lines[1]})).refusal.empty());
    CHECK_FALSE(readLog(scratch, joined({lines[0], lines[1], lines[1]})).refusal.empty());
    CHECK_FALSE(readLog(scratch, joined({lines[0], lines[2], lines[4]})).refusal.empty());
    const ReadLog behind = readLog(scratch, good + lines[1]);
    CHECK(behind.refusal.find("line 6 follows the end") != std::string::npos);
    CHECK_FALSE(readLog(scratch, good + "x").refusal.empty());
}

TEST_CASE("what is wrong in a log is said with its line and what to do") {
    const Scratch scratch;
    std::string copy = joined(logLines());
    copy[copy.find("drift")] = 'D';

    const ReadLog log = readLog(scratch, copy);

    CHECK(log.refusal.find("file: line 3 does not match its checksum") != std::string::npos);
    CHECK(log.refusal.find("take another copy of it") != std::string::npos);
}

TEST_CASE("a log of version 1 is read as one without checksums") {
    const Scratch scratch;
    const std::string line = records::jsonOf(entry(1, tuning::Reason::Drift)) + '\n';
    const auto log = [&](const std::string& bytes) {
        return records::readDecisionLog(scratch.file(bytes));
    };
    const records::LoggedDecisions old = log(kOldHeader + line + line.substr(0, 20));

    CHECK(old.entries.size() == 1);
    CHECK_FALSE(old.hasChecksums);
    CHECK(old.isComplete);
    CHECK(log(joined(logLines())).hasChecksums);
    // A new log under an old header.
    CHECK_FALSE(readLog(scratch, kOldHeader + logLines()[1]).refusal.empty());
}

TEST_SUITE_END();
