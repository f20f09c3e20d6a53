#include <doctest/doctest.h>

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "Settings.hpp"

using gantry::capi::isMeasuringAsked;
using gantry::capi::readSettings;
using gantry::capi::Settings;

namespace {

// Sets variables for one test.
class Variables final {
public:
    Variables(std::initializer_list<std::pair<std::string, std::string>> values) {
        for (const auto& [name, value] : values) {
            const char* const old = std::getenv(name.c_str());
            before_.emplace_back(name, old == nullptr ? "" : old);
            ::setenv(name.c_str(), value.c_str(), 1);
        }
    }
    ~Variables() {
        for (const auto& [name, value] : before_) {
            value.empty() ? ::unsetenv(name.c_str()) : ::setenv(name.c_str(), value.c_str(), 1);
        }
    }
    Variables(const Variables&) = delete;
    Variables& operator=(const Variables&) = delete;

private:
    std::vector<std::pair<std::string, std::string>> before_;
};

std::size_t limitFor(const char* text) {
    const Variables set{{"GANTRY_MEMORY_LIMIT", text}};
    const Settings settings = readSettings();
    CHECK(settings.problem.empty());
    return settings.engine.segment.limit;
}

std::string problemOf(const char* name, const char* text) {
    const Variables set{{name, text}};
    return readSettings().problem;
}

}  // namespace

TEST_SUITE("capi.Settings") {
    TEST_CASE("a trace of the latest records is kept where that is asked for") {
        using gantry::perf::TraceMode;
        CHECK(readSettings().engine.trace.mode == TraceMode::None);
        const Variables set{{"GANTRY_TRACE", "latest:4KiB"}};
        const Settings settings = readSettings();
        CHECK(settings.problem.empty());
        CHECK(settings.engine.trace.mode == TraceMode::Latest);
        CHECK(settings.engine.trace.ringBytes == 4096);
    }
    TEST_CASE("a trace that cannot be kept is reported, and the program is measured without it") {
        CHECK(problemOf("GANTRY_TRACE", "all").find("latest, drain or full") != std::string::npos);
        CHECK(problemOf("GANTRY_TRACE", "latest:1").find("1 KiB to 4 GiB") != std::string::npos);
        CHECK(problemOf("GANTRY_TRACE", "drain").find("using latest") != std::string::npos);
        CHECK(problemOf("GANTRY_TRACE", "full").find("using latest") != std::string::npos);
    }
    TEST_CASE("a trace is drained if the process that started the program drains it") {
        const Variables set{{"GANTRY_TRACE", "drain:4KiB"}, {"GANTRY_TRACE_DIR", "/out"}};
        const Settings settings = readSettings();
        CHECK(settings.problem.empty());
        CHECK(settings.engine.trace.mode == gantry::perf::TraceMode::Drain);
        CHECK(settings.traceFolder == "/out");
    }
    TEST_CASE("measuring is asked for by four words and by nothing else") {
        for (const char* word : {"1", "yes", "on", "true"}) {
            const Variables set{{"GANTRY_MEASURE", word}};
            CHECK(isMeasuringAsked());
        }
        for (const char* word : {"", "0", "no", "off", "false", "2", "1 ", "YES", "maybe"}) {
            const Variables set{{"GANTRY_MEASURE", word}};
            CHECK_FALSE(isMeasuringAsked());
        }
    }

    TEST_CASE("nothing set gives wall time, quantiles, threads, and a file that is removed") {
        const Variables set{{"GANTRY_SEGMENT_DIR", ""}};
        const Settings settings = readSettings();

        CHECK(settings.problem.empty());
        CHECK(settings.engine.metrics.empty());
        CHECK(settings.engine.quantiles);
        CHECK(settings.threads);
        CHECK_FALSE(settings.keepSegment);
        CHECK_FALSE(settings.engine.segment.folder.empty());
        CHECK(settings.session.empty());
    }

    TEST_CASE(
        "the segment is in the folder that is named, in the default one, or in private memory") {
        {
            const Variables set{{"GANTRY_SEGMENT_DIR", "/a/folder"}};
            CHECK(readSettings().engine.segment.folder == "/a/folder");
        }
        {
            const Variables set{{"GANTRY_SEGMENT_DIR", "auto"}};
            CHECK(readSettings().engine.segment.folder.is_absolute());
        }
        const Variables set{{"GANTRY_SEGMENT_DIR", "none"}};
        CHECK(readSettings().engine.segment.folder.empty());
    }

    TEST_CASE("a memory limit is a number of MiB or has a unit") {
        CHECK(limitFor("32") == std::size_t{32} << 20U);
        CHECK(limitFor("300K") == std::size_t{300} << 10U);
        CHECK(limitFor("1G") == std::size_t{1} << 30U);
        CHECK(limitFor("2M") == std::size_t{2} << 20U);
        CHECK(limitFor("1048576B") == std::size_t{1} << 20U);
    }

    TEST_CASE("an invalid memory limit is reported with the value that is used instead") {
        for (const char* text : {"much", "-1", "0", "1K", "12.5", "M", "64 M",
                                 "99999999999999999999", "18446744073709551615G"}) {
            const std::string problem = problemOf("GANTRY_MEMORY_LIMIT", text);
            CHECK(problem.find('\'' + std::string(text) + '\'') != std::string::npos);
            CHECK(problem.find("64 is taken") != std::string::npos);
        }
    }

    TEST_CASE("metrics are named as on the command line") {
        const Variables set{{"GANTRY_METRICS", "wall,cpu"}};
        const Settings settings = readSettings();

        CHECK(settings.problem.empty());
        REQUIRE(settings.engine.metrics.size() == 2);
        CHECK(settings.engine.metrics[1]->metric().name == "cpu");
    }

    TEST_CASE("metrics that are wrong are reported, and wall is taken") {
        for (const char* text : {"wal", "wall,,cpu", "wall,wall", ","}) {
            const std::string problem = problemOf("GANTRY_METRICS", text);
            CHECK(problem.rfind("GANTRY_METRICS: metrics: ", 0) == 0);
            CHECK(problem.find("wall is taken") != std::string::npos);
        }
    }

    TEST_CASE("switches are reported when they are neither on nor off") {
        for (const char* name : {"GANTRY_QUANTILES", "GANTRY_KEEP_SEGMENT", "GANTRY_THREADS"}) {
            CHECK(problemOf(name, "maybe").rfind(std::string(name) + ": 'maybe' is neither", 0) ==
                  0);
        }
        const Variables set{
            {"GANTRY_QUANTILES", "0"}, {"GANTRY_KEEP_SEGMENT", "1"}, {"GANTRY_THREADS", "no"}};
        const Settings settings = readSettings();
        CHECK_FALSE(settings.engine.quantiles);
        CHECK(settings.keepSegment);
        CHECK_FALSE(settings.threads);
    }

    TEST_CASE("timers are given up by a rule, by a budget, or not at all") {
        CHECK(readSettings().throttle.empty());
        const Variables set{{"GANTRY_THROTTLE", "1000:2us"},
                            {"GANTRY_OVERHEAD_BUDGET", "5%"},
                            {"GANTRY_THROTTLE_EXEMPT", "main,io*"}};
        const Settings settings = readSettings();
        CHECK(settings.problem.empty());
        CHECK(settings.throttle.calls == 1000);
        CHECK(settings.throttle.averageNs == 2000);
        CHECK(settings.throttle.budget == doctest::Approx(0.05));
        CHECK(settings.throttle.exempt == std::vector<std::string>{"main", "io*"});
        CHECK(problemOf("GANTRY_THROTTLE", "often").find("CALLS:AVERAGE") != std::string::npos);
        CHECK(problemOf("GANTRY_OVERHEAD_BUDGET", "much").find("percentage") != std::string::npos);
    }

    TEST_CASE("a selection that cannot be read is reported, and everything is measured") {
        const Variables set{{"GANTRY_SELECT", "/no/such"}};
        const Settings settings = readSettings();
        CHECK(settings.selection.rules.empty());
        CHECK(settings.problem.find("GANTRY_SELECT: the file '/no/such' cannot be read") == 0);
    }

    TEST_CASE("all that is wrong is reported at once") {
        const Variables set{{"GANTRY_METRICS", "no-such"}, {"GANTRY_QUANTILES", "x"}};
        const std::string problem = readSettings().problem;

        CHECK(problem.find("GANTRY_METRICS: ") != std::string::npos);
        CHECK(problem.find("; GANTRY_QUANTILES: ") != std::string::npos);
    }
}
