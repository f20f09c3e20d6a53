#include <server/ControlClient.hpp>
#include <server/LiveContainer.hpp>

#include <atomic>
#include <future>
#include <sstream>
#include <thread>

#include "Guarded.hpp"
#include "TestFolder.hpp"

TEST_SUITE_BEGIN("server.LiveContainer");

using namespace gantry::framework;
using namespace gantry::framework::test;
using namespace gantry::server;

namespace {

/// An assembly in which caller.target is connected, guarded, to one.number (1); two.number is 2.
struct Live {
    TestFolder folder;
    Guarded guarded;
    Gate gate;
    LiveContainer container;

    explicit Live(bool staying = true)
        : container(guarded.framework, {folder.path / "app", "test.rc", staying, {}}) {
        guarded.provide("one", 1);
        guarded.provide("two", 2);
        guarded.connect("one");
    }
    [[nodiscard]] ControlClient client() const {
        return ControlClient((folder.path / "app").string(), std::nullopt);
    }
    Reply ask(const std::string& command) const { return readReply(client().ask(command)); }
};

}  // namespace

TEST_CASE("a client is informed what the container is, and shown what a script is shown") {
    const Live live;
    ControlClient client = live.client();

    CHECK(client.greeting().script == "test.rc");
    CHECK(client.greeting().stays);
    CHECK(readReply(client.ask("chain")).output == "caller target -> one number (guarded)\n");
    CHECK(readReply(client.ask("# nothing")).output.empty());
}

TEST_CASE("a provider is exchanged by a client while the script's go runs") {
    Live live;
    std::vector<int> seen;
    live.guarded.provide("driver", [&] {
        const auto port = live.guarded.hold();
        seen.push_back(port->go());
        const Reply reply = live.ask("swap caller target two number");
        CHECK(reply.error.empty());
        seen.push_back(port->go());
        return 0;
    });
    std::ostringstream output;
    ScriptInterpreter interpreter(live.guarded.framework, output);
    std::istringstream script("go driver number\nchain\n");

    interpreter.run(script, "test.rc");

    CHECK(seen == std::vector<int>{1, 2});
    CHECK(output.str() == "caller target -> two number (guarded, swapped once)\n");
}

TEST_CASE("what only shows is answered while a change waits for a call to end") {
    Live live;
    std::atomic<bool> first = true;
    live.guarded.provide("slow", [&] {
        if (first.exchange(false)) {
            live.gate.pass();
        }
        return 3;
    });
    live.guarded.rewire("slow");
    const auto port = live.guarded.hold();
    std::thread caller([&] { port->go(); });
    live.gate.awaitWaiting(1);

    auto change = std::async(std::launch::async,
                             [&] { return live.ask("swap caller target two number 60"); });
    // It has begun where new calls go to the new provider.
    while (port->go() != 2) {
        std::this_thread::yield();
    }
    const Reply shown = live.ask("arena");
    live.gate.open();
    caller.join();

    CHECK(shown.error.empty());
    CHECK(change.get().error.empty());
    CHECK(live.guarded.provider() == "two");
}

TEST_CASE("a container that stays runs in its own thread what clients want, until one says quit") {
    Live live;
    std::thread::id ran;
    live.guarded.provide("driver", [&] {
        ran = std::this_thread::get_id();
        return 0;
    });
    std::thread::id own;
    auto stayed = std::async(std::launch::async, [&] {
        own = std::this_thread::get_id();
        return live.container.stay();
    });

    CHECK(live.ask("go driver number").error.empty());
    const Reply last = live.ask("quit 3");

    CHECK(last.end == 3);
    CHECK(stayed.get() == 3);
    CHECK(ran == own);
}

TEST_CASE("what goes wrong in a component is reported as in a script, and the container goes on") {
    Live live;
    live.guarded.provide("driver", []() -> int { throw std::runtime_error("broken"); });
    auto stayed = std::async(std::launch::async, [&] { return live.container.stay(); });

    CHECK(live.ask("go driver number").error == "ctl:1:1: error: 'driver.number' failed: broken");
    CHECK(live.ask("go two number").error ==
          "ctl:1:1: error: 'two.number' returned 2; 0 means success");
    CHECK_FALSE(live.ask("quit 256").end);
    CHECK(live.ask("quit").end == 0);
    CHECK(stayed.get() == 0);
}

TEST_CASE("where the run ends with its script nothing else is run") {
    const Live live(false);

    for (const char* command : {"go two number", "quit", "eof", "nuke all", "load more.rc"}) {
        CAPTURE(command);
        CHECK(live.ask(command).error.find("cannot run anything else") != std::string::npos);
    }
    CHECK(live.ask("chain").error.empty());
}

TEST_CASE("staying can be ended from elsewhere, once it has begun") {
    Live live;
    CHECK_FALSE(live.container.end(130));
    auto stayed = std::async(std::launch::async, [&] { return live.container.stay(); });

    while (!live.container.end(130)) {
        std::this_thread::yield();
    }

    CHECK(stayed.get() == 130);
}

TEST_CASE("bad commands are reported with their place, and change nothing") {
    struct Case {
        const char* command;
        const char* error;
    };
    const std::vector<Case> cases{
        {"swap nobody target two number", "ctl:1:6: error: there is no instance 'nobody'"},
        {"swap caller target", "ctl:1:1: error: too few arguments for 'swap'"},
        {"swop", "ctl:1:1: error: unknown command 'swop'; did you mean 'swap'?"},
        {"\x01", "ctl:1:1: error: control character 0x01"},
        {"\xff\xfe", "ctl:1:1: error: unknown command"},
        {"{\"command\":\"chain\"}", "ctl:1:1: error: unknown command"},
        {"d", "ctl:1:1: error: command 'd' is ambiguous"},
        {"shell ls", "ctl:1:1: error: 'shell' is switched off"},
        {"instantiate no.Such x", "ctl:1:13: error: there is no component class 'no.Such'"},
        {"display everything", "ctl:1:9: error: unknown word 'everything'"},
    };

    for (const Case& each : cases) {
        CAPTURE(each.command);
        const Live live;
        const std::string error = live.ask(each.command).error;
        CAPTURE(error);
        CHECK(error.rfind(each.error, 0) == 0);
        CHECK(live.guarded.provider() == "one");
    }
}

TEST_CASE("the second command of a client is the second line of what it says") {
    const Live live;
    ControlClient client = live.client();

    client.ask("chain");

    CHECK(readReply(client.ask("swop")).error.rfind("ctl:2:1: error:", 0) == 0);
    CHECK_THROWS_AS(client.ask("chain\nchain"), std::runtime_error);
}

TEST_SUITE_END();
