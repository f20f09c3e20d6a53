#include <algorithm>
#include <array>

#include "Monitored.hpp"
#include "monitoring/ProbePlan.hpp"

TEST_SUITE_BEGIN("framework.monitoring.MonitoringRefusals");

using namespace gantry::framework;
using namespace gantry::framework::test;

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

TEST_CASE("a parameter that has no number is refused with its type, and ignored by all") {
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

TEST_CASE_FIXTURE(Monitored, "a port that was built without a proxy cannot be monitored") {
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
    CHECK(all[1].reasonNotMonitored.find("without a proxy") != std::string::npos);
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
