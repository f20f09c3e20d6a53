#include <string>

#include "Program.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;

namespace {

const std::string kFortran = GANTRY_CAPI_FORTRAN;
const std::string kPython = GANTRY_CAPI_PYTHON;
const std::string kScript = GANTRY_SOURCE_DIRECTORY "/tests/capi/program.py";
const Environment kModules{{"PYTHONPATH", GANTRY_SOURCE_DIRECTORY "/languages/python/program"},
                           {"PYTHONDONTWRITEBYTECODE", "1"}};

}  // namespace

TEST_SUITE("capi.Languages") {
    TEST_CASE("a program in Fortran runs without the library" * doctest::skip(kFortran.empty())) {
        const TestFolder folder;
        const Outcome outcome = run({kFortran}, {{"GANTRY_MEASURE", "1"}}, folder.path);

        CHECK(outcome.status == 0);
        CHECK(outcome.output == "F 0 0 -1 -1\n");
    }

    TEST_CASE("a program in Fortran measures itself" * doctest::skip(kFortran.empty())) {
        const TestFolder folder;
        const Outcome outcome = run({kFortran}, measured(folder.path), folder.path);

        CHECK(outcome.output == "T 3 1 1 1\n");
        REQUIRE(outcome.profiles.size() == 1);
        const Profile& profile = outcome.profiles[0];
        CHECK(callsOf(profile, "main") == 1);
        CHECK(callsOf(profile, "solve") == 3);
        CHECK(callsOf(profile, "solve [ step = 2 ]") == 1);
        CHECK(factOf(profile, "grid") == "100 x 100");
        CHECK(profile.threads[0].name == "the only one");
        REQUIRE(profile.events.size() == 2);
        CHECK(profile.events[0].sum() == 3);
        CHECK(profile.misuse.empty());
    }

    TEST_CASE("a program in Python runs without the library" * doctest::skip(kPython.empty())) {
        const TestFolder folder;
        const Outcome outcome =
            run({kPython, kScript}, with(kModules, {{"GANTRY_MEASURE", "1"}}), folder.path);

        CHECK(outcome.status == 0);
        CHECK(outcome.output == "False None {} None None\n");
    }

    TEST_CASE("a program in Python measures itself" * doctest::skip(kPython.empty())) {
        const TestFolder folder;
        const Outcome outcome =
            run({kPython, kScript}, with(measured(folder.path), kModules), folder.path);

        CHECK(outcome.output == "True True {'numerics': False} (3, False, True) 2\n");
        // Before the interpreter there may have been others, which only called it.
        REQUIRE_FALSE(outcome.profiles.empty());
        const Profile& profile = outcome.profiles.back();
        CHECK(callsOf(profile, "main") == 1);
        CHECK(callsOf(profile, "assemble __main__") == 1);
        CHECK(callsOf(profile, "solver __main__") == 3);
        CHECK(callsOf(profile, "failing") == 1);
        CHECK(callsOf(profile, "outer [ size = 10 ]") == 1);
        CHECK(callsOf(profile, "threaded") == 1);
        CHECK(factOf(profile, "grid") == "100 x 100");
        CHECK(misuseOf(profile, MisuseKind::ParameterOutside) == 1);
        CHECK(profile.misuse.size() == 1);
    }
}
