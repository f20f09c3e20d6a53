#include <array>
#include <atomic>
#include <thread>

#include "Monitored.hpp"

TEST_SUITE_BEGIN("framework.monitoring.Monitoring");

using namespace gantry::framework;
using namespace gantry::framework::test;

TEST_CASE_FIXTURE(Monitored, "where nothing is monitored a user gets the provider's own pointer") {
    CHECK(fetch().get() == provider());
    CHECK(framework.monitored().empty());
}

TEST_CASE_FIXTURE(Monitored, "a monitored connection hands out a proxy that times each call") {
    monitor();

    CHECK(isProxy(fetch()));
    CHECK(go() == 1);
    CHECK(go() == 2);
    CHECK(backend.log->take() == Log{"start", "stop", "start", "stop"});
    CHECK(backend.measurement->timers ==
          Log{"gov.cca.ports.GoPort::go()|caller.target -> counter.count|caller"});
}

TEST_CASE_FIXTURE(Monitored, "removing gives back the provider's own pointer") {
    monitor();

    framework.unmonitor("caller", "target");

    CHECK(fetch().get() == provider());
    CHECK(go() == 1);
    CHECK(backend.log->take().empty());
    CHECK(framework.monitored().empty());
}

TEST_CASE_FIXTURE(Monitored, "a port that was held before stays direct until it is fetched again") {
    const auto services = servicesOf("caller");
    const auto held = services->getPort("target");

    monitor();

    CHECK(callGo(held) == 0);
    CHECK(backend.log->take().empty());
    services->releasePort("target");
    CHECK(isProxy(fetch()));
}

TEST_CASE_FIXTURE(Monitored, "a proxy that is held when monitoring ends forwards and is silent") {
    monitor();
    const auto held = fetch();

    framework.unmonitor("caller", "target");

    CHECK(callGo(held) == 0);
    CHECK(backend.log->take().empty());
}

TEST_CASE_FIXTURE(Monitored, "monitoring again changes the observation of the same proxy") {
    monitor();
    const auto first = fetch();

    monitor({.timed = false, .recorded = true});

    CHECK(fetch() == first);
    CHECK(go() == 1);
    CHECK(backend.log->take() == Log{"begin caller.target -> counter.count::go",
                                     "end caller.target -> counter.count::go result=0"});
}

TEST_CASE_FIXTURE(Monitored, "what is monitored is reported method by method") {
    monitor({.methods = {"g*"}, .recorded = true, .parameters = {"result"}});

    const auto all = framework.monitored();

    REQUIRE(all.size() == 1);
    CHECK(all[0].connection == connection);
    CHECK(all[0].reasonNotMonitored.empty());
    REQUIRE(all[0].methods.size() == 1);
    CHECK(all[0].methods[0].name == "go");
    CHECK(all[0].methods[0].timed);
    CHECK(all[0].methods[0].recorded);
    CHECK(all[0].methods[0].parameters == Log{"result"});
}

TEST_CASE_FIXTURE(Monitored, "disconnecting ends the monitoring; connected anew it is direct") {
    monitor();

    framework.disconnect(connection);
    CHECK(framework.monitored().empty());
    framework.connect(connection);

    CHECK(fetch().get() == provider());
}

TEST_CASE_FIXTURE(Monitored, "a provider is exchanged while its connection is monitored") {
    monitor();
    go();
    framework.createInstance("fixtures.Counter", "other");
    backend.log->take();

    framework.disconnect(connection);
    framework.destroyInstance("counter");
    framework.connect({"caller", "target", "other", "count"});
    framework.monitor({"caller", "target", "other"});

    CHECK(go() == 1);
    CHECK(backend.log->take() == Log{"start", "stop"});
    CHECK(backend.measurement->timers.back() ==
          "gov.cca.ports.GoPort::go()|caller.target -> other.count|caller");
}

TEST_CASE_FIXTURE(Monitored, "calls that recur through one proxy are timed one inside the other") {
    framework.disconnect(connection);
    framework.connect({"caller", "target", "caller", "go"});
    monitor();

    CHECK(go() == 5);

    CHECK(backend.log->take() == Log{"start", "start", "start", "start", "start",  //
                                     "stop", "stop", "stop", "stop", "stop"});
}

TEST_CASE("a held proxy keeps both libraries loaded, and nothing else does") {
    std::shared_ptr<gov::cca::Port> held;
    {
        Monitored monitored;
        monitored.monitor();
        held = monitored.fetch();
    }

    CHECK(isLoaded("monitored_caller"));
    CHECK(isLoaded("good_counter"));
    CHECK(callGo(held) == 0);
    held.reset();
    CHECK(isLoaded("monitored_caller") != kUnloads);
    CHECK(isLoaded("good_counter") != kUnloads);
}

TEST_CASE_FIXTURE(Monitored, "a monitored user or provider can be destroyed") {
    monitor();
    framework.destroyInstance("counter");
    CHECK(framework.monitored().empty());

    framework.createInstance("fixtures.Counter", "counter");
    framework.connect(connection);
    monitor();
    framework.destroyInstance("caller");
    CHECK(framework.monitored().empty());
}

TEST_CASE_FIXTURE(Monitored,
                  "calls of several threads go through while monitoring comes and goes") {
    connectLeaf();
    std::atomic<bool> done = false;
    std::atomic<int> calls = 0;
    std::atomic<int> wrong = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            while (!done) {
                wrong += go() == 5 ? 0 : 1;
                ++calls;
            }
        });
    }
    for (int round = 0; round < 100 || calls < 100; ++round) {
        monitor({.recorded = round % 2 == 0});
        monitor();
        framework.unmonitor("caller", "target");
    }
    done = true;
    for (std::thread& thread : threads) {
        thread.join();
    }

    CHECK(wrong == 0);
    CHECK(fetch().get() == framework.providedPort("leaf", "go").get());
    CHECK(backend.log->isPaired());
}

TEST_CASE_FIXTURE(Monitored, "threads that call through a proxy are each timed in order") {
    connectLeaf();
    monitor();
    constexpr int kCalls = 200;
    std::vector<std::thread> threads;
    std::atomic<int> started = 0;
    std::array<std::thread::id, 3> ids{};
    for (std::size_t i = 0; i < ids.size(); ++i) {
        threads.emplace_back([&, i] {
            ids[i] = std::this_thread::get_id();
            ++started;
            while (started < 3) {
                std::this_thread::yield();
            }
            for (int call = 0; call < kCalls; ++call) {
                go();
            }
        });
    }
    for (int round = 0; round < 50; ++round) {
        monitor();
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    for (const std::thread::id id : ids) {
        const Log own = backend.log->of(id);
        REQUIRE(own.size() == 2 * kCalls);
        for (std::size_t i = 0; i < own.size(); ++i) {
            REQUIRE(own[i] == (i % 2 == 0 ? "start" : "stop"));
        }
    }
}

TEST_SUITE_END();
