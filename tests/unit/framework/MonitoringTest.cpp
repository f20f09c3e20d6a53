#include <gantry/Proxy.hpp>

#include <atomic>
#include <thread>

#include "ScriptedBackend.hpp"
#include "embedding.hpp"
#include "fixtures/ServicesPort.hpp"
#include "monitoring/ProbePlan.hpp"

TEST_SUITE_BEGIN("framework.Monitoring");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

using Log = std::vector<std::string>;

/// A caller, "caller", and a counter, "counter", connected, with a backend that logs.
struct Monitored {
    Embedding embedding{{"monitored_caller", "good_counter", "caller"}};
    Framework& framework = embedding.framework;
    ScriptedBackend backend{embedding};
    const ConnectionInfo connection{"caller", "target", "counter", "count"};

    Monitored() {
        framework.createInstance("fixtures.MonitoredCaller", "caller");
        framework.createInstance("fixtures.Counter", "counter");
        framework.connect(connection);
    }

    [[nodiscard]] std::shared_ptr<gov::cca::Services> servicesOf(
        const std::string& instance) const {
        const auto port = std::dynamic_pointer_cast<fixtures::ServicesPort>(
            framework.providedPort(instance, "services"));
        REQUIRE(port);
        return port->services.lock();
    }
    /// What the caller gets at its next getPort.
    [[nodiscard]] std::shared_ptr<gov::cca::Port> fetch(const std::string& port = "target") const {
        const auto services = servicesOf("caller");
        auto fetched = services->getPort(port);
        services->releasePort(port);
        return fetched;
    }
    [[nodiscard]] gov::cca::Port* provider() const {
        return framework.providedPort("counter", "count").get();
    }
    int go(const std::string& instance = "caller") const {
        return callGo(framework.providedPort(instance, "go"));
    }
    void monitor(const MonitorOptions& options = {}) {
        framework.monitor({"caller", "target", "", options});
    }
    [[nodiscard]] Complaint complaint(const MonitorRequest& request) {
        return complaintOf([&] { framework.monitor(request); });
    }
};

bool isProxy(const std::shared_ptr<gov::cca::Port>& port) {
    return std::dynamic_pointer_cast<gantry::Proxy>(port) != nullptr;
}

}  // namespace

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

TEST_CASE_FIXTURE(Monitored, "what is monitored is told method by method") {
    monitor({.methods = {"g*"}, .recorded = true, .parameters = {"result"}});

    const auto all = framework.monitored();

    REQUIRE(all.size() == 1);
    CHECK(all[0].connection == connection);
    CHECK(all[0].whyDirect.empty());
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
    std::atomic<bool> done = false;
    std::atomic<int> calls = 0;
    std::vector<std::thread> threads;
    std::vector<std::thread::id> ids;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            const auto services = servicesOf("caller");
            while (!done) {
                // The counter counts without a lock, so that no call is made of it.
                const auto port = services->getPort("target");
                calls += port ? 1 : 0;
                services->releasePort("target");
                std::this_thread::yield();
            }
        });
    }
    for (int round = 0; round < 100 || calls == 0; ++round) {
        monitor({.recorded = round % 2 == 0});
        monitor();
        framework.unmonitor("caller", "target");
    }
    done = true;
    for (std::thread& thread : threads) {
        thread.join();
    }

    CHECK(fetch().get() == provider());
}

TEST_CASE_FIXTURE(Monitored, "threads that call through a proxy are each timed in order") {
    framework.disconnect(connection);
    framework.createInstance("fixtures.MonitoredCaller", "leaf");
    framework.connect({"caller", "target", "leaf", "go"});
    framework.connect({"leaf", "target", "leaf", "go"});
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

TEST_CASE_FIXTURE(Monitored, "unknown names are refused with what is near, and nothing changes") {
    CHECK(complaint({"caler", "target"}).names("'caller'"));
    CHECK(complaint({"caller", "targt"}).names("'target'"));
    CHECK(complaint({"caller", "target", "countr"}).names("'counter'"));
    CHECK(complaint({"caller", "target", "backend"}).names("not connected to 'backend'"));
    CHECK(complaint({"caller", "target", "", {.methods = {"og"}}}).names("no method 'og'"));
    CHECK(complaint({"caller", "target", "", {.methods = {"go", "x*"}}}).names("go"));
    CHECK(complaint({"caller", "target", "", {.recorded = true, .parameters = {"reslt"}}})
              .names("'result'"));

    CHECK(fetch().get() == provider());
    CHECK(framework.monitored().empty());
}

TEST_CASE("a parameter that has no number is refused with its type, and passed over by all") {
    static constexpr std::array kArguments{
        gantry::ArgumentDescription{"size", "in", "int", true},
        gantry::ArgumentDescription{"token", "in", "opaque", false}};
    static constexpr std::array kMethods{
        gantry::MethodDescription{"first", "p.T::first(int,opaque)", kArguments, {}},
        gantry::MethodDescription{"second", "p.T::second()", {}, {}}};
    const ProbePlan::Names names{"user", "user.port -> provider.port", "p.T"};
    const auto log = std::make_shared<CallLog>();
    const ProbeTools tools{nullptr, std::make_shared<ScriptedMonitor>(log)};
    const auto plan = [&](const std::vector<std::string>& parameters) {
        const MonitorOptions options{.timed = false, .recorded = true, .parameters = parameters};
        return ProbePlan(kMethods, options, ProbePlan::Unknown::Refuse)
            .make(names, tools, SamplingFactory({}));
    };

    CHECK(complaintOf([&] { plan({"size", "token"}); }).names("has type opaque"));
    const auto all = plan({});
    REQUIRE(all.size() == 2);
    CHECK(all[0].shown.parameters == Log{"size"});
    CHECK(all[0].probe->record == "user.port -> provider.port::first");
    CHECK(all[1].probe->monitor);
    const auto some = plan({"size"});
    CHECK(some[0].probe->recordedArguments == std::vector<std::size_t>{0});
    CHECK_FALSE(some[1].probe->monitor);
}

TEST_CASE_FIXTURE(Monitored, "a wrong request leaves what is monitored as it is") {
    monitor();
    const auto before = fetch();

    CHECK(complaint({"caller", "target", "", {.methods = {"nothing"}}}).names("nothing"));

    CHECK(fetch() == before);
    go();
    CHECK(backend.log->take() == Log{"start", "stop"});
}

TEST_CASE_FIXTURE(Monitored, "a port that was built without a proxy can not be monitored") {
    framework.connect({"caller", "plain", "counter", "count"});

    const Complaint refused = complaint({"caller", "plain"});

    CHECK(refused.names("without a proxy"));
    CHECK(refused.names("gantry::uses"));
    CHECK(fetch("plain").get() == provider());
    const auto ports = framework.instances()[1].ports;
    CHECK(std::count_if(ports.begin(), ports.end(),
                        [](const PortInfo& port) { return port.monitorable; }) == 1);
}

TEST_CASE_FIXTURE(Monitored, "service ports, performance ports and free ports are refused") {
    CHECK(complaint({"caller", "builder"}).names("served by the framework"));
    framework.connect({"caller", "MeasurementPort", "backend", "measurement"});
    CHECK(complaint({"caller", "MeasurementPort"}).names("part of the measuring"));
    CHECK(complaint({"caller", "plain"}).names("not connected"));
    CHECK(complaint({"caller", "go"}).names("provides port"));
}

TEST_CASE_FIXTURE(Monitored, "ending what is not monitored is an error") {
    CHECK(complaintOf([&] { framework.unmonitor("caller", "target"); }).names("not monitored"));
}

TEST_CASE("without a measuring component timers are refused, and other observation is not") {
    Embedding embedding({"monitored_caller", "good_counter"});
    embedding.framework.createInstance("fixtures.MonitoredCaller", "caller");
    embedding.framework.createInstance("fixtures.Counter", "counter");
    embedding.framework.connect({"caller", "target", "counter", "count"});

    const Complaint refused = complaintOf([&] {
        embedding.framework.monitor({"caller", "target"});
    });

    CHECK(refused.names("no instance provides performance.Measurement"));
    CHECK(embedding.framework.monitored().empty());
    embedding.framework.monitor({"caller", "target", "", {.timed = false}});
    CHECK(embedding.framework.monitored().size() == 1);
}

TEST_CASE_FIXTURE(Monitored, "of several measuring components the default one is taken") {
    const ScriptedBackend second(embedding, "second");

    const Complaint refused = complaint({"caller", "target"});
    CHECK(refused.names("'backend.measurement', 'second.measurement'"));
    framework.setDefaultProvider("performance.Measurement", "second", "measurement");
    monitor({.recorded = true});

    go();
    CHECK(backend.log->take().empty());
    CHECK(second.log->take().size() == 4);
}

TEST_CASE_FIXTURE(Monitored, "all connections are monitored, those that come later as well") {
    framework.createInstance("fixtures.MonitoredCaller", "later");
    framework.monitorEach("*", "*", {});
    framework.connect({"later", "target", "counter", "count"});

    CHECK(isProxy(fetch()));
    CHECK(framework.monitored().size() == 2);
    go("later");
    CHECK(backend.log->take() == Log{"start", "stop"});

    framework.disconnect(connection);
    framework.connect(connection);
    CHECK(isProxy(fetch()));
}

TEST_CASE_FIXTURE(Monitored, "under monitoring of all, what has no proxy is direct and listed") {
    framework.connect({"caller", "plain", "counter", "count"});
    framework.connect({"caller", "MeasurementPort", "backend", "measurement"});

    framework.monitorEach("*", "*", {.methods = {"no such method"}});
    CHECK(framework.monitored().size() == 1);
    framework.monitorEach("*", "*", {.recorded = true, .parameters = {"no such parameter"}});

    const auto all = framework.monitored();
    REQUIRE(all.size() == 2);
    CHECK(all[0].methods.size() == 1);
    CHECK_FALSE(all[0].methods[0].recorded);
    CHECK(all[1].connection.usesPort == "plain");
    CHECK(all[1].whyDirect.find("without a proxy") != std::string::npos);
    CHECK(fetch("plain").get() == provider());
}

TEST_CASE_FIXTURE(Monitored, "only the connections that match are monitored") {
    framework.createInstance("fixtures.MonitoredCaller", "later");
    framework.connect({"later", "target", "counter", "count"});

    framework.monitorEach("c*", "tar?et", {});

    REQUIRE(framework.monitored().size() == 1);
    CHECK(framework.monitored()[0].connection.user == "caller");
}

TEST_CASE_FIXTURE(Monitored, "a listener that fetches the port when told of it gets the proxy") {
    framework.monitorEach("*", "*", {});
    framework.disconnect(connection);
    const auto services = servicesOf("caller");
    framework.connect(connection);
    const auto fetched = services->getPort("target");
    services->releasePort("target");

    CHECK(isProxy(fetched));
}

TEST_CASE_FIXTURE(Monitored, "ending all monitoring makes every connection direct for good") {
    framework.monitorEach("*", "*", {});

    framework.unmonitorAll();

    CHECK(fetch().get() == provider());
    framework.disconnect(connection);
    framework.connect(connection);
    CHECK(fetch().get() == provider());
    CHECK(framework.monitored().empty());
}

TEST_SUITE_END();
