#include <gantry/PortCalls.hpp>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "Callers.hpp"
#include "Guarded.hpp"

TEST_SUITE_BEGIN("framework.guard.Rewiring");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

/// Two thousand, or GANTRY_SWAPS.
int numSwaps() {
    const char* const wanted = std::getenv("GANTRY_SWAPS");
    return wanted ? std::max(1, std::atoi(wanted)) : 2000;
}

}  // namespace

TEST_CASE("8 threads call while the provider is swapped: every call is made exactly once") {
    Guarded guarded;
    guarded.framework.createInstance("fixtures.Tallying", "0");
    guarded.connect("0", "go");
    const auto port = guarded.hold();
    Callers callers(port, 8);
    Account executed;
    const int swaps = numSwaps();

    const auto close = [&](const std::string& name) {
        executed.calls += static_cast<std::uint32_t>(guarded.valueOf(name, "calls"));
        executed.sum += static_cast<std::uint32_t>(guarded.valueOf(name, "sum"));
        guarded.framework.destroyInstance(name);
    };
    for (int i = 1; i <= swaps; ++i) {
        guarded.framework.createInstance("fixtures.Tallying", std::to_string(i));
        guarded.rewire(std::to_string(i), 60, "go");
        close(std::to_string(i - 1));
    }
    const Account called = callers.end();
    guarded.services()->releasePort("target");
    guarded.framework.disconnect({"caller", "target", std::to_string(swaps), "go"});
    close(std::to_string(swaps));

    CHECK(called.calls > 0);
    CHECK(called.calls == executed.calls);
    CHECK(called.sum == executed.sum);
}

TEST_CASE("a call that began on the provider before ends there, later ones go to the new one") {
    WaitingProvider guarded;
    Gate& gate = guarded.gate;
    const auto& port = guarded.port;
    int first = 0;
    std::thread early([&] { first = port->go(); });
    gate.awaitWaiting(1);
    std::atomic<int> second = 0;
    std::thread later([&] {
        while (second != 2) {
            second = guarded.provider() == "new" ? port->go() : 0;
        }
        gate.open();
    });

    guarded.rewire("new");
    early.join();
    later.join();

    CHECK(first == 1);
    CHECK(second == 2);
    CHECK(port->go() == 2);
}

TEST_CASE("when rewire has returned nothing holds the provider before any more") {
    Guarded guarded;
    const auto token = std::make_shared<int>(5);
    guarded.provide("old", [token] { return *token; });
    guarded.provide("new", 7);
    guarded.connect("old");
    const auto port = guarded.hold();
    Callers callers(port, 2);

    guarded.rewire("new");
    guarded.framework.destroyInstance("old");

    CHECK(token.use_count() == 1);
    CHECK(callers.end().calls > 0);
    CHECK(port->go() == 7);
}

TEST_CASE("a provider that does not return: rewire gives up and the assembly is as it was") {
    WaitingProvider guarded;
    Gate& gate = guarded.gate;
    const auto& port = guarded.port;
    std::thread stuck([&] { port->go(); });
    gate.awaitWaiting(1);

    const Complaint complaint = complaintOf([&] { guarded.rewire("new", 0.02); });

    CHECK(complaint.reason == gov::cca::CCAExceptionType::UsesPortNotReleased);
    CHECK(
        complaint.names("the provider of uses port 'caller.target' stays 'old.number': 1 call "
                        "did not return from it within 0.02 s; give a longer timeout"));
    CHECK(guarded.provider() == "old");
    CHECK(guarded.framework.guarded()[0].swaps == 0);
    gate.open();
    stuck.join();
    CHECK(port->go() == 1);
    guarded.rewire("new");
    CHECK(port->go() == 2);
}

TEST_CASE("neither provider returns: what calls are in is kept, and cannot be destroyed") {
    Guarded guarded;
    Gate oldGate;
    Gate newGate;
    guarded.provide("old", [&] {
        oldGate.pass();
        return 1;
    });
    guarded.provide("new", [&] {
        newGate.pass();
        return 2;
    });
    guarded.connect("old");
    const auto port = guarded.hold();
    std::thread inOld([&] { port->go(); });
    oldGate.awaitWaiting(1);
    std::thread inNew([&] {
        while (guarded.provider() != "new") {
            std::this_thread::yield();
        }
        port->go();
    });

    const Complaint complaint = complaintOf([&] { guarded.rewire("new", 0.3); });
    const Complaint doomed = complaintOf([&] { guarded.framework.destroyInstance("new"); });
    newGate.open();
    inNew.join();
    guarded.framework.destroyInstance("new");
    oldGate.open();
    inOld.join();

    CHECK(complaint.names("of the calls that went to 'new.number' meanwhile 1 did not return"));
    CHECK(
        doomed.names("1 call that came through a connection before it was swapped is still in "
                     "instance 'new'"));
    CHECK(port->go() == 1);
}

TEST_CASE(
    "the providers of a waiting swap cannot be destroyed, and its connection cannot be broken") {
    Guarded guarded;
    Gate gate;
    guarded.provide("old", [&] {
        gate.pass();
        return 1;
    });
    guarded.provide("new", 2);
    guarded.provide("third", 3);
    guarded.connect("old");
    const auto port = guarded.hold();
    std::thread stuck([&] { port->go(); });
    gate.awaitWaiting(1);
    std::thread exchanging([&] { guarded.rewire("new"); });
    while (guarded.provider() != "new") {
        std::this_thread::yield();
    }

    const Complaint old = complaintOf([&] { guarded.framework.destroyInstance("old"); });
    const Complaint next = complaintOf([&] { guarded.framework.destroyInstance("new"); });
    const Complaint cut = complaintOf([&] {
        guarded.framework.disconnect({"caller", "target", "new", "number"});
    });
    const Complaint again = complaintOf([&] { guarded.rewire("third"); });
    gate.open();
    stuck.join();
    exchanging.join();

    CHECK(old.names("instance 'old' is being swapped as the provider"));
    for (const Complaint& complaint : {next, cut, again}) {
        CHECK(complaint.names("'caller.target' is being moved from 'old' to 'new.number'"));
    }
    guarded.framework.destroyInstance("old");
    CHECK(port->go() == 2);
}

TEST_CASE("a component swaps the provider that it is called in: that call ends where it is") {
    Guarded guarded;
    std::shared_ptr<gov::cca::ports::GoPort> port;
    guarded.provide("new", 2);
    guarded.provide("old", [&] {
        guarded.rewire("new", 0);
        guarded.framework.destroyInstance("old");
        return 10 + port->go();
    });
    guarded.connect("old");
    port = guarded.hold();

    CHECK(port->go() == 12);
    CHECK(port->go() == 2);
    CHECK(guarded.provider() == "new");
}

TEST_CASE(
    "two threads that each exchange the other's provider from inside a call give up in time") {
    Guarded guarded;
    guarded.framework.createInstance("fixtures.MonitoredCaller", "second");
    guarded.provide("spare", 5);
    Gate both;
    std::atomic<int> complaints = 0;
    const auto crossing = [&](const std::string& other) {
        return [&, other] {
            both.pass();
            try {
                guarded.framework.rewire({other, "target", "spare", "number"}, 0.05);
            } catch (gov::cca::CCAException&) {
                ++complaints;
            }
            return 0;
        };
    };
    guarded.provide("a", crossing("second"));
    guarded.provide("b", crossing("caller"));
    guarded.connect("a");
    guarded.framework.connect({"second", "target", "b", "number"}, Guard::Guarded);
    const auto first = guarded.hold();
    const auto second = guarded.hold("second");
    std::thread one([&] { first->go(); });
    std::thread two([&] { second->go(); });
    both.awaitWaiting(2);

    both.open();
    one.join();
    two.join();

    CHECK(complaints >= 1);
}

TEST_CASE("a provider that throws lets go of the call") {
    FailingProvider guarded;
    const auto& port = guarded.port;
    std::thread failing([&] {
        for (int i = 0; i < 40; ++i) {
            CHECK_THROWS_AS(port->go(), std::runtime_error);
        }
    });
    failing.join();

    guarded.rewire("new", 0);

    CHECK(port->go() == 2);
}

TEST_CASE("calls nest and recur through several guarded ports, as deep as they like") {
    Guarded guarded;
    constexpr int kDepth = 100;
    guarded.framework.createInstance("fixtures.MonitoredCaller", "second");
    std::shared_ptr<gov::cca::ports::GoPort> first;
    std::shared_ptr<gov::cca::ports::GoPort> second;
    std::atomic<int> left = 0;
    Gate gate;
    guarded.provide("a", [&] {
        if (--left > 0) {
            return second->go() + 1;
        }
        gate.pass();
        return 1;
    });
    guarded.provide("b", [&] { return first->go() + 1; });
    guarded.provide("spare", 5);
    guarded.connect("a");
    guarded.framework.connect({"second", "target", "b", "number"}, Guard::Guarded);
    first = guarded.hold();
    second = guarded.hold("second");
    left = kDepth;
    int result = 0;
    std::thread deep([&] { result = first->go(); });
    gate.awaitWaiting(1);

    const Complaint a = complaintOf([&] { guarded.rewire("spare", 0); });
    const Complaint b = complaintOf([&] {
        guarded.framework.rewire({"second", "target", "spare", "number"}, 0);
    });
    gate.open();
    deep.join();

    CHECK(a.names(std::to_string(kDepth) + " calls did not return"));
    CHECK(b.names(std::to_string(kDepth - 1) + " calls did not return"));
    CHECK(result == 2 * kDepth - 1);
    guarded.rewire("spare", 0);
    CHECK(first->go() == 5);
}

TEST_CASE("threads that have ended do not hold anything up") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.provide("two", 2);
    guarded.connect("one");
    const auto port = guarded.hold();

    for (int i = 0; i < 300; ++i) {
        std::thread brief([&] { CHECK(port->go() == 1 + i % 2); });
        brief.join();
        guarded.rewire(i % 2 == 0 ? "two" : "one", 0);
    }

    CHECK(guarded.framework.guarded()[0].swaps == 300);
}

TEST_CASE("in the child of a fork only the calls of the forking thread count") {
    Guarded guarded;
    Gate gate;
    std::atomic<bool> forking = false;
    pid_t child = 0;
    guarded.provide("old", [&] {
        if (!forking) {
            gate.pass();
            return 1;
        }
        child = fork();
        if (child == 0) {
            // Its own call is in "old", that of the other thread is not here.
            try {
                guarded.rewire("new", 0);
                const bool isRight = guarded.provider() == "new";
                _exit(isRight ? 0 : 2);
            } catch (...) {
                _exit(3);
            }
        }
        return 2;
    });
    guarded.provide("new", 4);
    guarded.connect("old");
    const auto port = guarded.hold();
    std::thread other([&] { port->go(); });
    gate.awaitWaiting(1);

    forking = true;
    CHECK(port->go() == 2);
    int status = -1;
    CHECK(waitpid(child, &status, 0) == child);
    const Complaint parent = complaintOf([&] { guarded.rewire("new", 0); });
    gate.open();
    other.join();

    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
    CHECK(parent.names("1 call did not return"));
}

TEST_SUITE_END();
