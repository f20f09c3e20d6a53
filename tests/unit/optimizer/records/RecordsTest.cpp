#include <perf/archive/Archive.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "ArchivedLog.hpp"
#include "DecisionLogFile.hpp"
#include "FileKind.hpp"
#include "RecordsError.hpp"
#include "Scratch.hpp"
#include "StoreFile.hpp"

using records::RecordsError;
using records::StoreFile;
using Kind = records::RecordsError::Kind;

namespace {

tuning::Learned learned(const std::string& candidate, double cost) {
    tuning::Learned made;
    made.context = "poisson";
    made.featureNames = {"rows", "spd"};
    made.features = sidl::array<double>(std::vector<double>{100, 1});
    made.candidate = candidate;
    made.componentVersion = "1.0";
    made.calls = 7;
    made.cost = cost;
    made.spread = 0.1;
    return made;
}

template <class Work>
Kind kindOfError(Work work) {
    try {
        work();
    } catch (const RecordsError& error) {
        CHECK(std::string(error.what()).find("file") != std::string::npos);
        return error.kind();
    }
    FAIL("nothing was thrown");
    return Kind::File;
}

// Of version 1, so that lines need no checksum.
constexpr const char* kHeader = "{\"format\":\"gantry-decisions\",\"version\":1}\n";

std::string lineOf(const tuning::Entry& entry) {
    return records::jsonOf(entry) + '\n';
}

std::string newLog(const std::vector<tuning::Entry>& entries) {
    records::DecisionLogLines lines;
    std::string text = lines.header();
    for (const tuning::Entry& entry : entries) {
        text += lines.lineOf(entry);
    }
    return text + lines.end();
}

}  // namespace

TEST_SUITE("optimizer.records.Records") {
    TEST_CASE("what is saved is there again, with its age, for its machine and port") {
        const Scratch scratch;
        {
            StoreFile store(scratch.file(), StoreFile::Missing::Make);
            store.save("here", "a.solve", {learned("cg", 2), learned("klu", 1)}, 1000);
            store.save("there", "a.solve", {learned("cg", 9)}, 1000);
        }
        StoreFile store(scratch.file(), StoreFile::Missing::Refuse);
        const auto rows = store.rows({"here", "a.solve"}, 1060);

        REQUIRE(rows.size() == 2);
        CHECK(rows[0].learned.candidate == "klu");
        CHECK(rows[0].learned.age == doctest::Approx(60));
        CHECK(rows[0].learned.calls == 7);
        CHECK(rows[1].learned.cost == 2);
        CHECK(rows[1].learned.featureNames.toVector() == std::vector<std::string>{"rows", "spd"});
        CHECK(store.rows({}, 1000).size() == 3);
    }

    TEST_CASE("saving again takes the place of what was known") {
        const Scratch scratch;
        StoreFile store(scratch.file(), StoreFile::Missing::Make);
        store.save("here", "p", {learned("cg", 2)}, 1000);
        store.save("here", "p", {learned("cg", 3)}, 2000);

        REQUIRE(store.rows({}, 2000).size() == 1);
        CHECK(store.rows({}, 2000)[0].learned.cost == 3);
    }

    TEST_CASE("forgetting takes out what fits, and says how much") {
        const Scratch scratch;
        StoreFile store(scratch.file(), StoreFile::Missing::Make);
        store.save("here", "p", {learned("cg", 2), learned("klu", 1)}, 1000);

        CHECK(store.forget({{}, {}, {}, "cg"}) == 1);
        CHECK(store.forget({{}, {}, {}, "cg"}) == 0);
        CHECK(store.rows({}, 1000).size() == 1);
    }

    TEST_CASE("figures that cannot be are refused, and nothing of the save stays") {
        const Scratch scratch;
        StoreFile store(scratch.file(), StoreFile::Missing::Make);
        CHECK_THROWS_AS(store.save("here", "p", {learned("cg", 2), learned("klu", NAN)}, 0),
                        RecordsError);
        CHECK(store.rows({}, 0).empty());
    }

    TEST_CASE("a missing store is made only where that is asked for") {
        const Scratch scratch;
        CHECK(kindOfError([&] { StoreFile(scratch.file(), StoreFile::Missing::Refuse); }) ==
              Kind::File);
        CHECK_FALSE(std::filesystem::exists(scratch.file()));
        CHECK(kindOfError([&] {
                  StoreFile(scratch.file().parent_path() / "no" / "file", StoreFile::Missing::Make);
              }) == Kind::File);
    }

    TEST_CASE("an empty file becomes a store for who saves, and stays empty for who asks") {
        const Scratch scratch;
        std::ofstream(scratch.file()).close();
        CHECK(kindOfError([&] { StoreFile(scratch.file(), StoreFile::Missing::Refuse); }) ==
              Kind::Damaged);
        CHECK(std::filesystem::file_size(scratch.file()) == 0);
        CHECK(StoreFile(scratch.file(), StoreFile::Missing::Make).rows({}, 0).empty());
    }

    TEST_CASE("the first bytes of a file tell what it is") {
        const Scratch scratch;
        CHECK(records::kindOf(scratch.file()) == records::FileKind::Other);
        CHECK(records::kindOf(scratch.file().parent_path()) == records::FileKind::Other);
        CHECK(records::kindOf(scratch.file("text")) == records::FileKind::Other);
        CHECK(records::kindOf(scratch.file(newLog({}))) == records::FileKind::DecisionLog);
        std::filesystem::remove(scratch.file());
        (void)StoreFile(scratch.file(), StoreFile::Missing::Make);
        CHECK(records::kindOf(scratch.file()) == records::FileKind::Store);
        gantry::perf::Profile profile;
        profile.metrics = {{"wall", "ns", "a test"}};
        gantry::perf::writeArchive(scratch.file(), profile);
        CHECK(records::kindOf(scratch.file()) == records::FileKind::Archive);
    }

    TEST_CASE("something else than a store, and a damaged one, are refused and left alone") {
        const Scratch scratch;
        CHECK(kindOfError([&] {
                  StoreFile(scratch.file(std::string(5000, 'x')), StoreFile::Missing::Make);
              }) == Kind::Damaged);
        CHECK(std::filesystem::file_size(scratch.file()) == 5000);
        std::filesystem::remove(scratch.file());
        StoreFile(scratch.file(), StoreFile::Missing::Make)
            .save("here", "p", {learned("cg", 2)}, 0);
        std::filesystem::resize_file(scratch.file(), 4096);
        CHECK(kindOfError([&] {
                  (void)StoreFile(scratch.file(), StoreFile::Missing::Make).rows({}, 0);
              }) == Kind::Damaged);
    }

    TEST_CASE("a store of a newer version is refused") {
        const Scratch scratch;
        (void)StoreFile(scratch.file(), StoreFile::Missing::Make);
        gantry::base::Database(scratch.file(), gantry::base::Database::Mode::Share)
            .run("PRAGMA user_version = 3");

        CHECK(kindOfError([&] { StoreFile(scratch.file(), StoreFile::Missing::Make); }) ==
              Kind::Newer);
    }

    TEST_CASE("a store that another program holds is reported as locked, and whole afterwards") {
        const Scratch scratch;
        StoreFile store(scratch.file(), StoreFile::Missing::Make);
        gantry::base::Database other(scratch.file(), gantry::base::Database::Mode::Share);
        other.run("BEGIN EXCLUSIVE");
        CHECK(kindOfError([&] { store.save("here", "p", {learned("cg", 2)}, 0); }) == Kind::File);
        other.run("ROLLBACK");

        CHECK(store.rows({}, 0).empty());
    }
}

TEST_SUITE("optimizer.records.Records") {
    TEST_CASE("an entry is read as it was written") {
        const Scratch scratch;
        tuning::Entry entry;
        entry.time = 5.5;
        entry.port = "driver.solve";
        entry.request = 3;
        entry.repeats = 2;
        entry.context = "a \"quoted\" key";
        entry.candidate = "cg";
        entry.reason = tuning::Reason::Drift;
        entry.limit = INFINITY;
        entry.status = tuning::Status::TimedOut;
        entry.cost = 0.25;
        entry.quality = NAN;
        tuning::Estimate estimate;
        estimate.candidate = "cg";
        estimate.high = INFINITY;
        entry.estimates = {estimate};
        const auto read = records::readDecisionLog(scratch.file(newLog({entry}))).entries;

        REQUIRE(read.size() == 1);
        CHECK(lineOf(read[0]) == lineOf(entry));
        CHECK(read[0].context == entry.context);
        CHECK(std::isinf(read[0].limit));
        CHECK(std::isnan(read[0].quality));
        CHECK(std::isinf(read[0].estimates[0].high));
    }

    TEST_CASE("the line that a killed program left unfinished is left out") {
        const Scratch scratch;
        const std::string line = lineOf(tuning::Entry{.repeats = 1});
        const auto read = records::readDecisionLog(
            scratch.file(kHeader + line + line.substr(0, line.size() / 2)));

        CHECK(read.entries.size() == 1);
    }

    TEST_CASE("a file that is not a decision log, newer, or damaged is refused") {
        const Scratch scratch;
        const auto cause = [&](const std::string& text) {
            return kindOfError([&] { records::readDecisionLog(scratch.file(text)); });
        };
        CHECK(cause("\n") == Kind::WrongKind);
        CHECK(cause("not json\n") == Kind::WrongKind);
        CHECK(cause("{\"format\":\"other\",\"version\":1}\n") == Kind::WrongKind);
        CHECK(cause("{\"format\":\"gantry-decisions\"}\n") == Kind::Damaged);
        CHECK(cause("{\"format\":\"gantry-decisions\",\"version\":3}\n") == Kind::Newer);
        CHECK(cause(kHeader + std::string("{}\n")) == Kind::Damaged);
        CHECK(cause(kHeader + std::string("[1]\n")) == Kind::Damaged);
        std::string unknown = lineOf(tuning::Entry{.repeats = 1});
        unknown.replace(unknown.find("incumbent"), 9, "guesswork");
        CHECK(cause(kHeader + unknown) == Kind::Damaged);
        CHECK(cause(kHeader + lineOf(tuning::Entry{.repeats = 0})) == Kind::Damaged);
    }

    TEST_CASE("a log that is not there is refused") {
        const Scratch scratch;
        CHECK(kindOfError([&] { records::readDecisionLog(scratch.file()); }) == Kind::File);
        CHECK(kindOfError([&] { records::readDecisionLog(scratch.file().parent_path() / "."); }) ==
              Kind::File);
    }
}

TEST_SUITE("optimizer.records.Records") {
    TEST_CASE("decisions in an archive are the entries that they were") {
        const Scratch scratch;
        tuning::Entry entry;
        entry.time = 1763802000.25;
        entry.port = "driver.solve";
        entry.request = 3;
        entry.repeats = 2;
        entry.context = "poisson";
        entry.candidate = "klu";
        entry.reason = tuning::Reason::SecondChance;
        entry.text = "klu: had failed";
        entry.limit = 0.5;
        entry.fallback = "cg";
        entry.status = tuning::Status::TimedOut;
        entry.cost = 0.75;
        entry.seconds = 0.75;
        entry.quality = NAN;
        tuning::Estimate estimate;
        estimate.candidate = "klu";
        estimate.calls = 4;
        estimate.cost = 1;
        estimate.low = 0.5;
        estimate.high = HUGE_VAL;
        estimate.quarantine = 60;
        entry.estimates = {estimate};
        gantry::perf::History history;
        history.decisions = {records::archived(entry, 1763802000)};
        CHECK(history.decisions[0].timeNs == 250'000'000);
        gantry::perf::Profile profile;
        profile.metrics = {{"wall", "ns", "a test"}};
        gantry::perf::writeArchive(scratch.file(), profile, {}, history);

        const std::vector<tuning::Entry> entries = records::readLog(scratch.file()).entries;
        REQUIRE(entries.size() == 1);
        CHECK(lineOf(entries[0]) == lineOf(entry));
    }

    TEST_CASE("a log is read as before, and something else is refused as before") {
        const Scratch scratch;
        CHECK(records::readLog(scratch.file(newLog({}))).entries.empty());
        CHECK(kindOfError([&] { (void)records::readLog(scratch.file("nonsense\n")); }) ==
              Kind::WrongKind);
    }

    TEST_CASE("an unknown reason is reported with its column") {
        const Scratch scratch;
        gantry::perf::History history;
        history.decisions.resize(1);
        history.decisions[0].reason = "whim";
        gantry::perf::Profile profile;
        profile.metrics = {{"wall", "ns", "a test"}};
        gantry::perf::writeArchive(scratch.file(), profile, {}, history);
        CHECK(kindOfError([&] { (void)records::readLog(scratch.file()); }) == Kind::Damaged);
    }
}
