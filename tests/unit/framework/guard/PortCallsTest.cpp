#include <gantry/PortCalls.hpp>

#include <atomic>
#include <stdexcept>
#include <thread>

#include "Guarded.hpp"
#include "ScriptedBackend.hpp"

TEST_SUITE_BEGIN("framework.guard.PortCalls");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

using Calls = gantry::PortCalls<gov::cca::ports::GoPort>;

/// A caller whose guarded port leads to "one", which "two" can take the place of.
struct InPlace {
    Guarded guarded;

    InPlace() {
        guarded.provide("one", 1);
        guarded.provide("two", 2);
        guarded.connect("one");
    }
};

}  // namespace

TEST_CASE("calls in place follow the connection") {
    InPlace inPlace;
    const Calls calls(inPlace.guarded.hold());

    const int before = calls->go();
    inPlace.guarded.rewire("two");

    CHECK(before == 1);
    CHECK(calls->go() == 2);
    inPlace.guarded.rewire("one");
    CHECK(calls->go() == 1);
}

TEST_CASE("calls of a direct connection go to the provider's own port") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.framework.connect({"caller", "target", "one", "number"});
    const auto port = guarded.hold();

    CHECK_FALSE(isGuarded(port));
    CHECK(Calls(port)->go() == 1);
}

TEST_CASE("a swap waits for a call in place, of the thread that made the calls or another") {
    for (const bool isMaker : {true, false}) {
        WaitingProvider guarded;
        Gate& gate = guarded.gate;
        const auto& port = guarded.port;
        const Calls shared(port);
        std::thread inside([&] {
            if (isMaker) {
                CHECK(Calls(port)->go() == 1);
            } else {
                CHECK(shared->go() == 1);
            }
        });
        gate.awaitWaiting(1);

        const Complaint complaint = complaintOf([&] { guarded.rewire("new", 0); });
        gate.open();
        inside.join();
        guarded.rewire("new", 0);

        CHECK(complaint.names("1 call did not return from it"));
        CHECK(shared->go() == 2);
    }
}

TEST_CASE("a provider that throws lets go of a call in place") {
    FailingProvider guarded;
    const auto& port = guarded.port;
    std::thread failing([&] {
        const Calls calls(port);
        for (int i = 0; i < 40; ++i) {
            CHECK_THROWS_AS(calls->go(), std::runtime_error);
        }
    });
    failing.join();

    guarded.rewire("new", 0);

    CHECK(port->go() == 2);
}

TEST_CASE("calls in place nest as deep as they like, and all of them count") {
    Guarded guarded;
    constexpr int kDepth = 100;
    std::atomic<int> left = kDepth;
    std::atomic<const Calls*> calls = nullptr;
    Gate gate;
    guarded.provide("old", [&] {
        if (--left > 0) {
            return (*calls)->go() + 1;
        }
        gate.pass();
        return 1;
    });
    guarded.provide("new", 2);
    guarded.connect("old");
    const auto port = guarded.hold();
    int result = 0;
    std::thread deep([&] {
        const Calls mine(port);
        calls = &mine;
        result = mine->go();
    });
    gate.awaitWaiting(1);

    const Complaint complaint = complaintOf([&] { guarded.rewire("new", 0); });
    gate.open();
    deep.join();
    guarded.rewire("new", 0);

    CHECK(complaint.names(std::to_string(kDepth) + " calls did not return"));
    CHECK(result == kDepth);
}

TEST_CASE("two calls in place in one expression go each where the connection leads") {
    InPlace inPlace;
    const Calls calls(inPlace.guarded.hold());

    const int sum = calls->go() + calls->go();
    inPlace.guarded.rewire("two", 0);

    CHECK(sum == 2);
    CHECK(calls->go() + calls->go() == 4);
}

TEST_CASE("calls in place of a connection that is monitored are observed, and no longer after it") {
    InPlace inPlace;
    Framework& framework = inPlace.guarded.framework;
    ScriptedBackend backend(inPlace.guarded.embedding);
    const Calls calls(inPlace.guarded.hold());

    calls->go();
    framework.monitor({"caller", "target", "", {}});
    const int number = calls->go();
    const auto seen = backend.log->take();
    framework.unmonitor("caller", "target");
    calls->go();

    CHECK(number == 1);
    CHECK(std::count(seen.begin(), seen.end(), "start") == 1);
    CHECK(std::count(seen.begin(), seen.end(), "stop") == 1);
    CHECK(backend.log->take().empty());
}

TEST_SUITE_END();
