#include <gov/cca/CCAException.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <tuning/DecisionLog.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "TunerFramework.hpp"

namespace {

// A user whose port is of a type without a gate: the provider returns 7, and the user adds one.
struct Unverified : tuner_test::TunerFramework {
    explicit Unverified(const std::string& usesPort = "target")
        : TunerFramework(
              {GANTRY_FIXTURE_DIRECTORY "/paced", GANTRY_FIXTURE_DIRECTORY "/monitored_caller"}) {
        framework.createInstance("fixtures.Paced", "initial");
        framework.createInstance("fixtures.MonitoredCaller", "user");
        framework.createInstance("optimizer.DecisionLog", "decisionLog");
        framework.createInstance("optimizer.Tuner", "tuner");
        framework.connect({"user", usesPort, "initial", "go"});
        framework.connect({"tuner", "decisionLog", "decisionLog", "decisionLog"});
        framework.connectDefaults();
        set("initial", "turns", 2'000'000);
        set("initial", "result", 7);
        set("user", "user");
        set("userPort", usesPort);
        set("unverified", "allow");
        set("candidates", "fixtures.Paced turns=20000 result=7");
    }

    void arrange() { tuner()->arrange(); }
    int call() { return port<gov::cca::ports::GoPort>("user", "go")->go(); }
    [[nodiscard]] std::string provider(const std::string& usesPort = "target") const {
        return providerOf("user", usesPort);
    }
    std::string refusal() {
        const std::size_t before = framework.instances().size();
        try {
            arrange();
        } catch (const gov::cca::CCAException& error) {
            CHECK(framework.instances().size() == before);
            CHECK(framework.guarded().empty());
            return error.getNote();
        }
        return "";
    }
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_SUITE("tuner.Unverified") {
    TEST_CASE_FIXTURE(Unverified,
                      "a port without a gate is refused unless its candidates are trusted") {
        set("unverified", "refuse");
        const std::string why = refusal();
        CHECK(contains(why, "there is no gate for ports of type gov.cca.ports.GoPort"));
        CHECK(contains(why, "write one and name it in the parameter 'gates'"));
        CHECK(contains(why, "set the parameter 'unverified' to allow"));
        CHECK(provider() == "initial");
        CHECK(call() == 8);
    }

    TEST_CASE_FIXTURE(Unverified,
                      "the faster candidate serves soon, and every call has its result") {
        arrange();
        int served = 0;
        for (int i = 0; i < 200; ++i) {
            CHECK(call() == 8);
            served += tuner()->getServed().candidate == "fixtures.Paced turns=20000 result=7";
        }
        CHECK(served > 150);
        CHECK(tuner()->getServed().request >= 200);
        CHECK(tuner()->getServed().seconds > 0);
        CHECK(tuner()->getWarnings().empty());
    }

    TEST_CASE_FIXTURE(Unverified, "a slower candidate is tried, and given up") {
        set("candidates", "fixtures.Paced turns=200000000 result=7");
        set("initial", "turns", 200'000);
        arrange();
        for (int i = 0; i < 100; ++i) {
            CHECK(call() == 8);
        }
        const auto log = port<tuning::DecisionLog>("decisionLog", "decisionLog");
        int tried = 0;
        for (std::int32_t i = 0; i < log->getNumEntries(); ++i) {
            tried += contains(log->getEntry(i).candidate, "turns=200000000") ? 1 : 0;
        }
        CHECK(tried <= 3);
    }

    TEST_CASE_FIXTURE(Unverified, "what a candidate throws reaches the user, and it is put aside") {
        set("candidates", "fixtures.Paced fails=true");
        arrange();
        int failed = 0;
        for (int i = 0; i < 100; ++i) {
            try {
                const int result = call();
                CHECK(result == 8);
            } catch (const gov::cca::CCAException& error) {
                CHECK(error.getNote() == "the parameter 'fails' is set");
                ++failed;
            }
        }
        CHECK(failed >= 1);
        CHECK(failed <= 3);
    }

    TEST_CASE_FIXTURE(Unverified, "a port that is not connected gets the first candidate") {
        framework.disconnect({"user", "target", "initial", "go"});
        arrange();
        CHECK(provider() == "Paced");
        CHECK(call() == 8);
    }

    TEST_CASE_FIXTURE(Unverified, "a mode holds for ports without a gate, too") {
        set("mode", "pin");
        set("pinned", "fixtures.Paced turns=20000 result=7");
        arrange();
        CHECK(provider() == "Paced");
        tuner()->setMode(tuning::Mode::Observe, "");
        call();
        call();
        CHECK(provider() == "initial");
        CHECK(call() == 8);
    }

    TEST_CASE_FIXTURE(Unverified,
                      "what cannot be watched is refused, and the assembly is as before") {
        set("method", "run");
        CHECK(contains(refusal(), "gov.cca.ports.GoPort has no method 'run'"));
        set("method", "go");
        set("candidates", "fixtures.Paced!");
        CHECK(contains(refusal(), "cannot be called in a child process"));
        CHECK(provider() == "initial");

        Unverified plain("plain");
        CHECK(contains(plain.refusal(), "was built without a proxy for it"));
        CHECK(plain.provider("plain") == "initial");
    }

    TEST_CASE_FIXTURE(Unverified, "without its tuner the port keeps who serves it") {
        arrange();
        for (int i = 0; i < 100; ++i) {
            call();
        }
        const std::string last = provider();
        framework.destroyInstance("tuner");
        framework.unload("optimizer.Tuner");
        CHECK(provider() == last);
        for (int i = 0; i < 10; ++i) {
            CHECK(call() == 8);
        }
    }

    TEST_CASE_FIXTURE(Unverified, "threads that call at once are all served") {
        set("initial", "turns", 2000);
        arrange();
        std::atomic<int> wrong{0};
        {
            std::vector<std::jthread> users;
            for (int user = 0; user < 4; ++user) {
                users.emplace_back([&] {
                    for (int i = 0; i < 200; ++i) {
                        wrong += call() == 8 ? 0 : 1;
                    }
                });
            }
        }
        CHECK(wrong == 0);
        CHECK(tuner()->getServed().request > 0);
    }
}
