#include <run/RunChanges.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "TestFolder.hpp"

using namespace gantry;
using namespace gantry::tools;

namespace {

// An assembly of two instances that are connected, anew as often as a test likes.
struct Observed {
    framework::Framework assembly{
        {GANTRY_FIXTURE_DIRECTORY "/good_counter", GANTRY_FIXTURE_DIRECTORY "/caller"}};

    void build() {
        assembly.setCause("a test");
        assembly.createInstance("fixtures.Caller", "first");
        assembly.createInstance("fixtures.Caller", "second");
        assembly.connect({"first", "target", "second", "go"});
    }
    void reconnect(int times) {
        for (int i = 0; i < times; ++i) {
            assembly.disconnect({"first", "target", "second", "go"});
            assembly.connect({"first", "target", "second", "go"});
        }
    }
};

RunChanges::Request kept(std::size_t most = 100) {
    RunChanges::Request request;
    request.keep = true;
    request.mostKept = most;
    return request;
}

}  // namespace

TEST_SUITE_BEGIN("tools.run.RunChanges");

TEST_CASE_FIXTURE(Observed, "changes are kept with time, cause, both ends and the command") {
    const RunChanges changes(assembly, kept());
    const double before = 1e9;
    build();

    std::int64_t leftOut = 0;
    const auto rows = changes.changes(before, leftOut);
    REQUIRE(rows.size() == 3);
    CHECK(leftOut == 0);
    CHECK(rows[0].action == "create");
    CHECK(rows[0].user == "first");
    CHECK(rows[0].cause == "a test");
    CHECK(rows[2].action == "connect");
    CHECK(rows[2].usesPort == "target");
    CHECK(rows[2].provider == "second");
    CHECK(rows[2].providesPort == "go");
    CHECK(rows[2].command == "connect first target second go");
    CHECK(rows[0].timeNs > 0);
    CHECK(rows[0].timeNs <= rows[2].timeNs);
}

TEST_CASE_FIXTURE(Observed, "of too many changes the oldest go, and are counted") {
    const RunChanges changes(assembly, kept(5));
    build();
    reconnect(10);

    std::int64_t leftOut = 0;
    const auto rows = changes.changes(0, leftOut);
    REQUIRE(rows.size() == 5);
    CHECK(leftOut == 18);
    CHECK(rows[4].action == "connect");
}

TEST_CASE_FIXTURE(Observed, "what changes after the end is not observed") {
    RunChanges changes(assembly, kept());
    build();
    changes.end();
    reconnect(3);
    std::int64_t leftOut = 0;
    CHECK(changes.changes(0, leftOut).size() == 3);
}

TEST_CASE_FIXTURE(Observed, "a file is written as changes are made, beside what is kept") {
    const TestFolder folder;
    RunChanges::Request request = kept();
    request.file = folder.path / "changes.rc";
    request.script = "app.rc";
    const RunChanges changes(assembly, request);
    build();

    std::ifstream stream(*request.file);
    std::stringstream text;
    text << stream.rdbuf();
    CHECK(text.str().find("assembly of app.rc") != std::string::npos);
    CHECK(text.str().find("\nconnect first target second go\n") != std::string::npos);
    std::int64_t leftOut = 0;
    CHECK(changes.changes(0, leftOut).size() == 3);
}

TEST_CASE_FIXTURE(Observed, "a file that cannot be written is named") {
    RunChanges::Request request;
    request.file = "/no/such/folder/changes.rc";
    CHECK_THROWS_WITH((RunChanges(assembly, request)),
                      "'/no/such/folder/changes.rc' cannot be written; name a file in a folder "
                      "that exists");
}

TEST_CASE_FIXTURE(Observed, "nothing is kept where nothing is wanted") {
    const RunChanges changes(assembly, {});
    build();
    std::int64_t leftOut = 0;
    CHECK(changes.changes(0, leftOut).empty());
}

TEST_SUITE_END();
