#include <framework/ScriptInterpreter.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

#include "Guarded.hpp"

TEST_SUITE_BEGIN("framework.script.SwapVerb");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

struct Script {
    Guarded guarded;

    Script() {
        guarded.provide("one", 1);
        guarded.provide("two", 2);
    }
    std::string run(const std::string& text) {
        std::ostringstream output;
        ScriptInterpreter interpreter(guarded.framework, output);
        std::istringstream script(text);
        interpreter.run(script, "test.rc");
        return output.str();
    }
    std::string errorOf(const std::string& text) {
        try {
            run(text);
        } catch (const ScriptError& error) {
            return error.what();
        }
        return "none";
    }
};

}  // namespace

TEST_CASE("swap replaces the provider of a port that is held, and chain shows how often") {
    Script script;
    script.run("connect caller target one number guarded\n");
    const auto port = script.guarded.hold();

    const std::string shown = script.run(
        "chain\nswap caller target two number\nchain\nswap caller target one number 2.5\nchain\n"
        "display component caller\n");

    CHECK(shown.find("caller target -> one number (guarded)\n"
                     "caller target -> two number (guarded, swapped once)\n"
                     "caller target -> one number (guarded, swapped 2 times)\n"
                     "caller fixtures.MonitoredCaller\n") == 0);
    CHECK(shown.find("-> one number (guarded, swapped 2 times)", 150) != std::string::npos);
    CHECK(port->go() == 1);
}

TEST_CASE("the ports are shown with what fits them, so that their names need not be known") {
    Script script;

    const std::string shown =
        script.run("connect caller target one number guarded\ndisplay ports\n");

    const auto assembly = nlohmann::json::parse(shown);
    CHECK(assembly.at("format") == "gantry-assembly-ports");
    const auto& instances = assembly.at("instances");
    const auto caller = std::find_if(instances.begin(), instances.end(), [](const auto& instance) {
        return instance.at("name") == "caller";
    });
    REQUIRE(caller != instances.end());
    const auto& ports = caller->at("ports");
    const auto target = std::find_if(ports.begin(), ports.end(),
                                     [](const auto& port) { return port.at("name") == "target"; });
    REQUIRE(target != ports.end());
    CHECK(target->at("provides") == false);
    CHECK(target->at("connections") ==
          nlohmann::json{{{"instance", "one"}, {"port", "number"}, {"guarded", true}}});
    CHECK(target->at("fits") == nlohmann::json{{{"instance", "one"}, {"port", "number"}},
                                               {{"instance", "two"}, {"port", "number"}}});
    script.run("swap caller target two number\n");
    CHECK(script.run("chain\n").starts_with("caller target -> two number (guarded"));
}

TEST_CASE("the state of a guarded connection is built guarded again") {
    Script script;

    const std::string state =
        script.run("connect caller target one number guarded\ndisplay state\n");

    CHECK(state.find("connect caller target one number guarded\n") != std::string::npos);
}

TEST_CASE("the graph marks guarded and swapped connections") {
    Script script;

    const std::string graph = script.run(
        "connect caller target one number guarded\nswap caller target two number\ngraph\n");

    CHECK(graph.find("[label=\"guarded, swapped once\"") != std::string::npos);
}

TEST_CASE("a direct connection that is not in use is swapped as well") {
    Script script;

    const std::string shown =
        script.run("connect caller target one number\nswap caller target two number 0\nchain\n");

    CHECK(shown == "caller target -> two number (swapped once)\n");
}

TEST_CASE("what is wrong with a swap is reported at its word, and nothing has changed") {
    struct Case {
        const char* line;
        const char* message;
    };
    const std::vector<Case> cases{
        {"swap nobody target two number", "test.rc:2:6: error: there is no instance 'nobody'"},
        {"swap caller target nobody number", "test.rc:2:20: error: there is no instance 'nobody'"},
        {"swap caller tarjet two number",
         "test.rc:2:13: error: instance 'caller' has no port 'tarjet'; did you mean 'target'?"},
        {"swap caller target two nummer",
         "test.rc:2:24: error: instance 'two' has no port 'nummer'; did you mean 'number'?"},
        {"swap caller target two number soon", "test.rc:2:31: error: 'soon' is not a time to wait"},
        {"swap caller target two number -1", "test.rc:2:31: error: '-1' is not a time to wait"},
        {"swap caller target two number nan", "test.rc:2:31: error: 'nan' is not a time to wait"},
        {"swap caller target two number 1 2", "test.rc:2:33: error: "},
        {"swap caller target two", "test.rc:2:1: error: "},
        {"swap caller target one number",
         "test.rc:2:1: error: uses port 'caller.target' is already connected to 'one.number'"},
        {"swap caller plain two number",
         "test.rc:2:1: error: uses port 'caller.plain' (gov.cca.ports.GoPort) is not connected"},
        {"swap caller builder two number",
         "test.rc:2:1: error: uses port 'caller.builder' (gov.cca.ports.BuilderService) is served"},
        {"swap caller target caller services",
         "test.rc:2:1: error: uses port 'caller.target' has type gov.cca.ports.GoPort, but"},
        {"swap caller go two number", "test.rc:2:1: error: port 'caller.go' is a provides port"},
        {"connect caller plain two number guarded",
         "test.rc:2:1: error: uses port 'caller.plain' cannot be guarded: component class "
         "'fixtures.MonitoredCaller' was built without a proxy for it"},
        {"connect caller plain two number gaurded",
         "test.rc:2:33: error: 'gaurded' is not known here"},
    };

    for (const Case& each : cases) {
        CAPTURE(each.line);
        Script script;
        const std::string error = script.errorOf(
            std::string("connect caller target one number guarded\n") + each.line + "\n");
        CAPTURE(error);
        CHECK(error.rfind(each.message, 0) == 0);
        CHECK(script.run("chain\n") == "caller target -> one number (guarded)\n");
    }
}

TEST_CASE("a direct connection in use is not swapped, and the message shows how to fix it") {
    Script script;
    script.run("connect caller target one number\n");
    const auto port = script.guarded.hold();

    const std::string error = script.errorOf("swap caller target two number 0\n");

    CHECK(error ==
          "test.rc:1:1: error: uses port 'caller.target' is in use and its connection to "
          "'one.number' is direct, so its provider cannot be swapped; connect it guarded "
          "(the word 'guarded' after connect, or the property gantry.guarded of the port), or "
          "release the port first");
    CHECK(script.run("chain\n") == "caller target -> one number\n");
}

TEST_SUITE_END();
