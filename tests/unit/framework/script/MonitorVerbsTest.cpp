#include <framework/ScriptInterpreter.hpp>

#include <sstream>

#include "ScriptedBackend.hpp"
#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.script.MonitorVerbs");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

/// A script that has made "caller", connected to "counter", beside a backend that logs.
struct MonitorScript {
    Embedding embedding{{"monitored_caller", "good_counter"}};
    ScriptedBackend backend{embedding};
    std::ostringstream output;
    ScriptInterpreter interpreter{embedding.framework, output};

    MonitorScript() {
        run("create fixtures.MonitoredCaller caller\ncreate fixtures.Counter counter\n"
            "connect caller target counter count");
    }
    void run(const std::string& text) {
        std::istringstream stream(text);
        interpreter.run(stream, "test.rc");
    }
    std::string errorOf(const std::string& text) {
        try {
            run(text);
        } catch (const ScriptError& error) {
            return error.what();
        }
        FAIL("the script did not stop");
        return {};
    }
    /// What a command shows.
    std::string shown(const std::string& text) {
        output.str("");
        run(text);
        return output.str();
    }
    [[nodiscard]] bool complains(const std::string& script, const std::string& place,
                                 const std::string& text) {
        const std::string error = errorOf(script);
        CAPTURE(error);
        CHECK(error.find("test.rc:" + place + ": error:") == 0);
        CHECK(error.find(text) != std::string::npos);
        return true;
    }
};

}  // namespace

TEST_CASE_FIXTURE(MonitorScript, "a connection is monitored, shown and made direct again") {
    run("monitor caller target");
    CHECK(shown("display monitored") ==
          "caller target -> counter count\n  go: timed, contracts never (0 clauses)\n");

    run("unmonitor caller target");

    CHECK(shown("display monitored").empty());
}

TEST_CASE_FIXTURE(MonitorScript, "the words behind the port may stand in any order") {
    run("monitor caller target untimed connection counter params result contracts random 0.5 go");
    CHECK(shown("display monitored").find("go: untimed, params result, contracts") !=
          std::string::npos);

    run("monitor caller target g? contracts budget 2% params all connection counter");
    CHECK(shown("display monitored").find("go: timed, params result, contracts") !=
          std::string::npos);
}

TEST_CASE_FIXTURE(MonitorScript,
                  "all connections are monitored, and what has no proxy is reported") {
    run("connect caller plain counter count\nmonitor all params all\n");

    const std::string text = shown("display monitored");

    CHECK(text.find("caller target -> counter count\n  go: timed, params result") == 0);
    CHECK(text.find("caller plain -> counter count: direct, because uses port 'caller.plain'") !=
          std::string::npos);
    run("unmonitor all");
    CHECK(shown("display monitored").empty());
}

TEST_CASE_FIXTURE(MonitorScript, "the commands that are shown monitor the same again") {
    run("monitor caller target go params result untimed");
    const std::string command =
        "monitor caller target go untimed params result contracts never "
        "connection counter\n";

    CHECK(shown("display state").find(command) != std::string::npos);
    run("unmonitor all\n" + command);
    CHECK(shown("display state").find(command) != std::string::npos);
}

TEST_CASE_FIXTURE(MonitorScript, "the program prepares the assembly before it is monitored") {
    int prepared = 0;
    interpreter.setBeforeGo([&] { ++prepared; });

    run("monitor caller target\nmonitor all\nunmonitor all\ndisplay monitored");

    CHECK(prepared == 2);
}

TEST_CASE_FIXTURE(MonitorScript, "what is wrong is reported at the word that is wrong") {
    CHECK(complains("monitor", "1:1", "too few arguments"));
    CHECK(complains("monitor caller", "1:9", "too few arguments for 'monitor'"));
    CHECK(complains("monitor calle target", "1:9", "'caller'"));
    CHECK(complains("monitor caller targe", "1:16", "'target'"));
    CHECK(complains("monitor caller target og", "1:23", "no method 'og'"));
    CHECK(complains("monitor caller target params x", "1:30", "a parameter 'x'"));
    CHECK(complains("monitor caller target params result,x", "1:30", "a parameter 'x'"));
    CHECK(complains("monitor caller target params ,", "1:30", "empty name"));
    CHECK(complains("monitor caller target params", "1:23", "needs names of parameters"));
    CHECK(complains("monitor caller target contracts", "1:23", "a contract policy is"));
    CHECK(complains("monitor caller target contracts periodic x", "1:23", "periodic"));
    CHECK(complains("monitor caller target connection", "1:23", "needs the name"));
    CHECK(complains("monitor caller target connection calle", "1:34", "'caller'"));
    CHECK(complains("monitor caller plain", "1:16", "is not connected"));
    CHECK(complains("monitor all connection counter", "1:9", "takes no 'connection'"));
    CHECK(complains("unmonitor caller", "1:11", "too few arguments for 'unmonitor'"));
    CHECK(complains("unmonitor caller target", "1:18", "is not monitored"));
    CHECK(complains("unmonitor caller target go", "1:25", "whole connection"));
    CHECK(complains("unmonitor all now", "1:15", "no more words"));
    CHECK(shown("display monitored").empty());
}

TEST_SUITE_END();
