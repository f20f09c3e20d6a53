#include <perf/archive/Archive.hpp>
#include <perf/archive/ArchiveQuery.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/PhaseValues.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "ProfileSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
namespace fs = std::filesystem;

namespace doctest {

template <>
struct StringMaker<std::vector<std::string>> {
    static String convert(const std::vector<std::string>& lines) {
        std::string text;
        for (const std::string& line : lines) {
            text += '\n' + line;
        }
        return text.c_str();
    }
};

}  // namespace doctest

namespace {

std::string shown(const ArchiveValue& value) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        return std::to_string(*whole);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        std::string text = std::to_string(*real);
        return text.substr(0, text.find('.') + 2);
    }
    const auto* text = std::get_if<std::string>(&value);
    return text ? *text : "NULL";
}

// An archive to ask, whose rows come as "a|b".
class Asked final {
public:
    explicit Asked(const Profile& profile) : path_(folder_.path / "run.gantry") {
        writeArchive(path_, profile);
    }

    std::vector<std::string> rows(const std::string& sql,
                                  ArchiveQuery::Values values = ArchiveQuery::Values::Raw) const {
        ArchiveQuery query(path_, sql, values);
        std::vector<std::string> lines;
        for (std::vector<ArchiveValue> row; query.next(row);) {
            std::string line;
            for (const ArchiveValue& value : row) {
                line += (line.empty() ? "" : "|") + shown(value);
            }
            lines.push_back(line);
        }
        return lines;
    }

    std::string refusal(const std::string& sql) const {
        try {
            rows(sql);
        } catch (const QueryError& error) {
            CHECK(folder_.files() == 1);
            const std::string what = error.what();
            const std::string head = path_.string() + ": ";
            CHECK(what.rfind(head, 0) == 0);
            CHECK(what.find("\nviews:  by_group, ") != std::string::npos);
            CHECK(what.find("\ntables: call_path, ") != std::string::npos);
            return what.substr(head.size(), what.find('\n') - head.size());
        }
        return "answered";
    }

    const fs::path& path() const { return path_; }

private:
    TestFolder folder_;
    fs::path path_;
};

// main runs 10, solve inside it 2 x 3, of which the parameter n = 3 is 2; a second thread solves 5
// in itself.
Profile smallProfile() {
    Profile profile = withTimers({"main", "solve", "solve [ n = 3 ]"});
    profile.timers[1].type = "demo.Solver";
    profile.timers[1].group = profile.timers[2].group = "solver";
    profile.timers[2].kind = TimerKind::Parameter;
    profile.timers[2].base = 1;
    addThread(profile, {node(0, -1, 1, 10), node(1, 0, 2, 6), node(2, 1, 1, 2)}).cpuNs = 12;
    addThread(profile, {node(1, -1, 1, 5), node(1, 0, 1, 4)}).name = "worker";
    return profile;
}

}  // namespace

TEST_SUITE_BEGIN("perf.archive.ArchiveQuery");

TEST_CASE("columns and rows are those of the statement") {
    const Asked asked(smallProfile());
    ArchiveQuery query(asked.path(), "SELECT 1 AS one, 2.5, 'text', x'ff00', NULL");

    CHECK(query.columns() == std::vector<std::string>{"one", "2.5", "'text'", "x'ff00'", "NULL"});
    std::vector<ArchiveValue> row;
    REQUIRE(query.next(row));
    CHECK(row == std::vector<ArchiveValue>{std::int64_t{1}, 2.5, "text", std::string("\xff\0", 2),
                                           std::monostate{}});
    CHECK_FALSE(query.next(row));
}

TEST_CASE("the flat view counts recursion once and parameters in their timer") {
    const Asked asked(smallProfile());

    CHECK(asked.rows("SELECT name, group_name, kind, calls, child_calls, metric, unit, inclusive, "
                     "exclusive, share_percent FROM flat") ==
          std::vector<std::string>{"solve demo.Solver|solver|timer|4|1|wall|ns|11|11|73.3",
                                   "main|default|timer|1|2|wall|ns|10|4|26.7",
                                   "solve [ n = 3 ]|solver|parameter|1|0|wall|ns|2|2|13.3"});
}

TEST_CASE("the flat view says the same as the profile") {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        INFO("seed ", seed);
        const Profile profile = randomProfile(seed);
        const Asked asked(profile);
        std::vector<std::string> expected;
        for (const TimerRecord& record : flat(profile)) {
            for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
                expected.push_back(std::to_string(record.info.id) + '|' + profile.metrics[m].name +
                                   '|' + std::to_string(record.calls) + '|' +
                                   std::to_string(record.childCalls) + '|' +
                                   std::to_string(record.inclusive[m]) + '|' +
                                   std::to_string(record.exclusive[m]) + '|' +
                                   std::to_string(record.running ? 1 : 0));
            }
        }
        CHECK(asked.rows("SELECT timer_id, metric, calls, child_calls, inclusive, exclusive, "
                         "running FROM flat ORDER BY timer_id, metric DESC") == expected);
    }
}

TEST_CASE("the view of phases says the same as the profile") {
    for (std::uint32_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        const Profile profile = randomProfile(seed);
        std::vector<std::string> expected;
        for (const PhaseRecord& record : phaseValues(profile, true)) {
            // A view leaves a row out where this metric has nothing to say.
            if (record.calls == 0 && !record.running && record.inclusive[1] == 0 &&
                record.exclusive[1] == 0) {
                continue;
            }
            const auto place = [](std::int32_t timer) {
                return timer < 0 ? "NULL" : std::to_string(timer);
            };
            expected.push_back(place(record.phase) + '|' + place(record.instance) + '|' +
                               std::to_string(record.timer) + '|' +
                               std::to_string(record.inclusive[1]) + '|' +
                               std::to_string(record.exclusive[1]));
        }
        CHECK(Asked(profile).rows(
                  "SELECT phase_id, instance_id, timer_id, inclusive, exclusive FROM by_phase "
                  "WHERE metric = 'faults' ORDER BY phase_id, instance_id, timer_id") == expected);
    }
}

TEST_CASE("the tree view merges threads and is in depth-first order") {
    const Asked asked(smallProfile());

    CHECK(asked.rows("SELECT name, threads, calls, inclusive, exclusive, depth FROM tree") ==
          std::vector<std::string>{"main|1|1|10|4|0", "  solve demo.Solver|1|2|6|4|1",
                                   "    solve [ n = 3 ]|1|1|2|2|2", "solve demo.Solver|1|1|5|1|0",
                                   "  solve demo.Solver|1|1|4|4|1"});
}

TEST_CASE("groups and threads add up to what was measured") {
    const Asked asked(smallProfile());

    CHECK(asked.rows("SELECT group_name, timers, calls, inclusive, exclusive, share_percent FROM "
                     "by_group") ==
          std::vector<std::string>{"solver|1|4|11|11|73.3", "default|1|1|10|4|26.7"});
    CHECK(asked.rows("SELECT thread_id, name, cpu_ns, call_paths, measured FROM by_thread") ==
          std::vector<std::string>{"0||12|3|10", "1|worker|0|2|5"});
}

TEST_CASE("a thread without calls is in its view") {
    Profile profile = smallProfile();
    addThread(profile, {});
    CHECK(Asked(profile).rows("SELECT call_paths, measured FROM by_thread").back() == "0|0");
}

TEST_CASE("events, misuse and values over ranks are reported with names") {
    Profile profile = fullProfile();
    profile.ranks = reduceOverRanks({profile, profile});
    const Asked asked(profile);

    CHECK(asked.rows("SELECT name, path, count, mean FROM events WHERE count = 2").size() == 1);
    CHECK(asked.rows("SELECT kind, name, other, count, thread_id FROM misuses") ==
          std::vector<std::string>{"overlap|main|solve|4|1", "after-thread-end|||1|NULL"});
    CHECK(asked.rows("SELECT name, ranks, figure, metric, unit, sum FROM over_ranks WHERE name = "
                     "'main'") ==
          std::vector<std::string>{"main|2|calls|NULL|calls|2.0", "main|2|inclusive|wall|ns|200.0",
                                   "main|2|exclusive|wall|ns|80.0",
                                   "main|2|inclusive|cpu|ns|18014398509481992.0",
                                   "main|2|exclusive|cpu|ns|4.0"});
}

TEST_CASE("a name that is not text is shown in hexadecimal digits") {
    Profile profile = smallProfile();
    profile.timers[0].name = "\xff\xfe";
    CHECK(Asked(profile).rows("SELECT name FROM flat WHERE timer_id = 0") ==
          std::vector<std::string>{"x'fffe'"});
}

TEST_CASE("what was missing in the run, and facts of it, can be asked for") {
    Profile profile = fullProfile();
    profile.partial = "killed";
    const Asked asked(profile);
    CHECK(asked.rows("SELECT created, time_ns, partial, host, cores, ranks FROM run") ==
          std::vector<std::string>{"2026-01-31T12:00:00Z|123456789012345|killed|host|2|NULL"});
    CHECK(asked.rows("SELECT user, uses_port, provider, provides_port FROM connection") ==
          std::vector<std::string>{"driver|go|solver|solve"});
    CHECK(asked.rows("SELECT count(*) FROM change") == std::vector<std::string>{"0"});
}

TEST_CASE("every table and view can be read, and its columns listed") {
    const Asked asked(fullProfile());
    for (const std::string& name : asked.rows("SELECT name FROM sqlite_schema")) {
        INFO(name);
        CHECK_NOTHROW(asked.rows("SELECT * FROM \"" + name + '"'));
        CHECK(asked.rows("PRAGMA table_info(\"" + name + "\")").size() > 1);
    }
}

TEST_CASE("views over 100,000 call paths answer in a moment") {
    const Asked asked(largeProfile(5000, 100'000));
    for (const char* view : {"flat", "tree", "by_group", "by_thread", "by_phase"}) {
        INFO(view);
        CHECK(asked.rows(std::string("SELECT count(*) FROM ") + view).size() == 1);
    }
}

TEST_CASE("wrong SQL is reported in SQLite's words") {
    const Asked asked(smallProfile());
    CHECK(asked.refusal("SELECT * FROM flatt") == "no such table: flatt");
    CHECK(asked.refusal("SELEC 1") == "near \"SELEC\": syntax error");
    CHECK(asked.refusal("SELECT nonsense FROM flat") == "no such column: nonsense");
    CHECK(asked.refusal("SELECT abs(-9223372036854775808)") == "integer overflow");
    CHECK(asked.refusal("") == "it contains no statement");
    CHECK(asked.refusal(" -- a comment") == "it contains no statement");
    CHECK(asked.refusal(std::string("SELECT 1\0x", 10)) == "a NUL byte in the statement");
    CHECK(asked.refusal("SELECT 1; SELECT 2") ==
          "it contains more than one statement; run one at a time");
    CHECK(asked.refusal("SELECT 1; nonsense") ==
          "it contains more than one statement; run one at a time");
    CHECK(asked.rows("SELECT 1 ; -- and a comment") == std::vector<std::string>{"1"});
}

TEST_CASE("nothing but reading is allowed, and no file is made") {
    const Asked asked(smallProfile());
    const std::string onlyReading = "only reading is allowed (SELECT, VALUES, PRAGMA table_info)";
    const TestFolder elsewhere;
    const std::string file = (elsewhere.path / "new").string();
    for (const std::string& sql :
         {std::string("DELETE FROM run"), std::string("UPDATE run SET created = ''"),
          std::string("INSERT INTO context VALUES (9, 'a', 'b')"), std::string("DROP TABLE run"),
          std::string("CREATE TABLE t (a)"), std::string("CREATE TEMP TABLE t (a)"),
          "ATTACH '" + file + "' AS other", "VACUUM INTO '" + file + "'", std::string("BEGIN"),
          std::string("PRAGMA user_version = 7"), std::string("PRAGMA journal_mode = WAL"),
          std::string("PRAGMA writable_schema = ON"), std::string("REINDEX")}) {
        INFO(sql);
        CHECK(asked.refusal(sql) == onlyReading);
    }
    CHECK(elsewhere.files() == 0);
}

TEST_CASE("all views have compensated values, over ranks too, and nothing is written") {
    Profile profile = withTimers({"main", "leaf"});
    addThread(profile, {node(0, -1, 1, 10'000), node(1, 0, 100, 5'000)});
    profile.probeOverhead = ProbeOverhead{{20}, {8}};
    profile.context.emplace_back(kOverheadError, "0.5");
    profile.ranks = reduceOverRanks({profile, profile});
    const Asked asked(profile);
    constexpr auto kNet = ArchiveQuery::Values::Compensated;

    CHECK(asked.rows("SELECT inclusive, exclusive FROM flat ORDER BY inclusive", kNet) ==
          std::vector<std::string>{"4200|4200", "7992|3792"});
    CHECK(asked.rows("SELECT inclusive FROM flat ORDER BY inclusive DESC") ==
          std::vector<std::string>{"10000", "5000"});
    CHECK(asked.rows("SELECT inclusive, exclusive FROM value_error", kNet) ==
          std::vector<std::string>{"51|51", "50|50"});
    CHECK(asked.rows("SELECT mean FROM over_ranks WHERE figure = 'exclusive'", kNet) ==
          std::vector<std::string>{"3792.0", "4200.0"});
    CHECK(asked.rows("SELECT mean FROM over_ranks WHERE figure = 'calls'", kNet).size() == 2);
    CHECK(asked.rows("SELECT max(inclusive) FROM main.value", kNet) ==
          std::vector<std::string>{"10000"});
    CHECK(asked.rows("SELECT measured FROM by_thread", kNet) == std::vector<std::string>{"7992"});
}

TEST_CASE("an archive keeps the values over ranks without the overhead") {
    Profile profile = withTimers({"main"});
    addThread(profile, {node(0, -1, 1, 10'000)});
    profile.probeOverhead = ProbeOverhead{{20}, {8}};
    profile.ranks = reduceOverRanks({profile, profile});
    const TestFolder folder;
    writeArchive(folder.path / "a.gantry", profile);

    CHECK(readArchive(folder.path / "a.gantry") == profile);
}

TEST_SUITE_END();
