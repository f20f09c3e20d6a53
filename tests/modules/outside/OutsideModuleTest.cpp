// What a module from outside the tree brings: records, timers, a report; docs/guide/own-module.md.
#include <perf/archive/Archive.hpp>
#include <perf/model/ModuleRecords.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <string>

#include "Run.hpp"

using namespace gantry::modules;
using namespace gantry::perf;

namespace {

// The program calls nanosleep 20 times for a millisecond, usleep 3 times for 5 milliseconds, and
// clock_nanosleep once for a millisecond.
class Nap final {
public:
    explicit Nap(const std::string& modules = "sleeps")
        : run({NAP, ""}, "", "--sample none --path '" MODULES "' --modules " + modules) {}

    [[nodiscard]] std::int64_t value(const std::string& function, const char* field) const {
        return valueIn(moduleIn(run.profile(), "sleeps"), function, field);
    }

    Run run;
};

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE_BEGIN("modules.outside.OutsideModule");

TEST_CASE("a module from another folder records what the program does") {
    const Nap nap;

    REQUIRE(nap.run.status() == 0);
    CHECK(nap.value("nanosleep", "calls") == 20);
    CHECK(nap.value("nanosleep", "requested") == 20'000'000);
    CHECK(nap.value("nanosleep", "slept") >= 20'000'000);
    CHECK(nap.value("usleep", "calls") == 3);
    CHECK(nap.value("usleep", "requested") == 15'000'000);
    CHECK(nap.value("usleep", "longest") >= 5'000'000);
    CHECK(nap.value("usleep", "longest") <= nap.value("usleep", "slept"));
    CHECK(nap.value("clock_nanosleep", "calls") == 1);
    CHECK(nap.value("clock_nanosleep", "interrupted") == 0);
    CHECK(nap.value("nanosleep", "first") > 0);
    CHECK(nap.value("nanosleep", "first") < nap.value("usleep", "first"));
    CHECK(nap.value("sleep", "calls") == -1);
}

TEST_CASE("its calls are timers in the call path of the program") {
    const Nap nap;

    CHECK(callsOf(nap.run.profile(), "nanosleep") == 20);
    CHECK(callsOf(nap.run.profile(), "usleep") == 3);
    CHECK(holds(nap.run.print("report --tree r.gantry"), "\n  nanosleep sleeps "));
}

TEST_CASE("its report is in the archive, and shown without the module") {
    const std::string text = Nap().run.print("report --module sleeps r.gantry");

    CHECK(text.starts_with("Where the program slept\n\nA sleep lasts longer"));
    CHECK(holds(text, "function"));
    CHECK(holds(text, "late per call"));
    // The longest time first: 3 times 5 ms on an idle machine, else 20 times 1 ms.
    CHECK(holds(text, "\nnanosleep"));
    CHECK(holds(text, "\nusleep"));
    CHECK(holds(text, " %"));
}

TEST_CASE("its report is a table for programs, too") {
    const std::string text = Nap().run.print("report --json --module sleeps r.gantry");

    CHECK(holds(text, R"("view": "module")"));
    CHECK(holds(text, R"("key": "late per call")"));
    CHECK_FALSE(holds(text, "Where the program slept"));
}

TEST_CASE("every field is listed with its unit, by a reader that knows nothing of the module") {
    const Nap nap;
    const std::string text = nap.run.print("report --module sleeps --fields r.gantry");

    for (const char* const field : {"calls", "requested", "slept", "longest", "first"}) {
        CHECK(holds(text, field));
    }
    CHECK(holds(nap.run.print("query --csv r.gantry \"SELECT value, unit FROM module_values WHERE "
                              "name = 'nanosleep' AND field = 'requested'\""),
                "\n20000000,ns\n"));
}

TEST_CASE("the report is not among the facts that pages and comparisons show") {
    const Nap nap;

    CHECK_FALSE(holds(nap.run.print("report --html r.gantry"), "gantry-module-report"));
    CHECK_FALSE(holds(nap.run.print("compare r.gantry r.gantry"), "module.report"));
}

TEST_CASE("it works beside Gantry's own modules") {
    const Nap nap("posix,sleeps");

    REQUIRE(nap.run.status() == 0);
    CHECK(nap.value("nanosleep", "calls") == 20);
}

TEST_CASE("it is listed with its description, and a name that is not there is refused with it") {
    const Nap nap;

    CHECK(holds(nap.run.print("modules --path '" MODULES "'"), "sleeps "));
    CHECK(holds(nap.run.print("modules --path '" MODULES "'"), "where the program sleeps: "));
    CHECK(holds(nap.run.print("exec --path '" MODULES "' --modules naps -- true"), "sleeps"));
    CHECK(holds(nap.run.print("exec --path /nonexistent --modules sleeps -- true"),
                "--path: there is no folder '/nonexistent'"));
    CHECK(holds(nap.run.print("exec --modules sleeps -- true"), "there is no module 'sleeps'"));
}

TEST_CASE("a folder in the environment is searched as well") {
    const Run run({NAP, ""}, "GANTRY_MODULE_PATH='" MODULES "'", "--sample none --modules sleeps");

    CHECK(run.status() == 0);
    CHECK(valueIn(moduleIn(run.profile(), "sleeps"), "nanosleep", "calls") == 20);
}

TEST_SUITE_END();
