#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/Services.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <performance/CompensatedSnapshot.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>
#include <performance/Timer.hpp>
#include <performance/TimerReader.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "OneComponent.hpp"

namespace {

using Names = std::vector<std::string>;

// The integrator application, and a component "asker" that queries other instances.
struct Application : OneComponent {
    std::shared_ptr<gov::cca::Services> asker =
        framework.abstractFramework()->getServices("asker", "tests.Asker", nullptr);

    Application() : OneComponent("performance.Native") {
        framework.createInstance("drivers.CXXDriver", "driver");
        framework.createInstance("integrators.Midpoint", "midpoint");
        framework.createInstance("functions.PiFunction", "pi");
        framework.connect({"driver", "integrate", "midpoint", "integrate"});
        framework.connect({"midpoint", "function", "pi", "function"});
    }
    void measureMethods() {
        framework.setDefaultProvider("performance.Measurement", "subject", "MeasurementPort");
        framework.connectDefaults();
    }
    void go() {
        CHECK(
            gantry::castPort<gov::cca::ports::GoPort>(framework.providedPort("driver", "go"), "go")
                ->go() == 0);
    }
    std::shared_ptr<performance::Query> query(const std::string& instance) {
        const std::string port = "query of " + instance;
        std::string name = port;
        std::replace(name.begin(), name.end(), ' ', '_');
        asker->registerUsesPort(name, "performance.Query", nullptr);
        framework.connect({"asker", name, instance, "performance"});
        auto query = gantry::castPort<performance::Query>(asker->getPort(name), name);
        asker->releasePort(name);
        return query;
    }
};

struct Values {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int32_t> calls;
    sidl::array<std::int32_t> children;
    sidl::array<std::string> counters;
    std::int32_t numCounters = -1;
};

Values read(performance::Query& query, const Names& names) {
    Values values;
    query.getTimerData(sidl::array<std::string>(names), values.exclusive, values.inclusive,
                       values.calls, values.children, values.counters, values.numCounters);
    return values;
}

Names namesOf(performance::Query& query) {
    return query.getTimerNames().toVector();
}

constexpr const char* kIntegrate =
    "numeric.IntegratorPort::integrate(double,double,int) driver.integrate -> midpoint.integrate";

}  // namespace

TEST_SUITE("components.PerformancePort") {
    TEST_CASE_FIXTURE(Application, "an instance answers for the timers of its own methods alone") {
        measureMethods();
        const auto midpoint = query("midpoint");
        const auto driver = query("driver");
        go();

        CHECK(namesOf(*midpoint) == Names{"midpoint::integrate integrators::Midpoint"});
        CHECK(namesOf(*driver) == Names{"driver::go drivers::CXXDriver"});
        const Values own = read(*midpoint, {"midpoint::integrate integrators::Midpoint",
                                            "midpoint::integrate", "driver::go", "no timer"});
        CHECK(own.calls.toVector() == std::vector<std::int32_t>{1, 1, 0, 0});
        CHECK(own.children.toVector() == std::vector<std::int32_t>{100000, 100000, 0, 0});
        CHECK(own.numCounters == own.counters.length());
        CHECK(own.counters[0] == "wall");
        CHECK(own.inclusive(0, 0) > 0);
        CHECK(own.inclusive(2, 0) == 0);
        CHECK(own.exclusive.length(0) == 4);
    }

    TEST_CASE_FIXTURE(Application, "its snapshot has values without what measuring added") {
        measureMethods();
        const auto midpoint = query("midpoint");
        go();

        const auto snapshot = midpoint->getSnapshot();
        const auto net = std::dynamic_pointer_cast<performance::CompensatedSnapshot>(snapshot);
        REQUIRE(net);
        Values raw;
        sidl::array<std::int64_t> calls;
        sidl::array<std::int64_t> children;
        net->getTimerData(raw.exclusive, raw.inclusive, calls, children);
        Values values;
        Values errors;
        net->getCompensatedTimerData(values.exclusive, values.inclusive, errors.exclusive,
                                     errors.inclusive);
        REQUIRE(values.inclusive.length(0) == 1);
        CHECK(children[0] == 100'000);
        CHECK(values.inclusive(0, 0) < raw.inclusive(0, 0));
        CHECK(values.exclusive(0, 0) <= raw.exclusive(0, 0));
        CHECK(errors.inclusive(0, 0) > 0);
        CHECK(errors.exclusive(0, 0) > 0);
    }

    TEST_CASE_FIXTURE(Application, "so have its call paths and the values in each phase") {
        measureMethods();
        const auto pi = query("pi");
        go();

        const auto net =
            std::dynamic_pointer_cast<performance::CompensatedSnapshot>(pi->getSnapshot());
        REQUIRE(net);
        Values raw;
        sidl::array<std::int64_t> calls;
        sidl::array<std::int64_t> children;
        net->getTimerData(raw.exclusive, raw.inclusive, calls, children);
        Values values;
        Values errors;
        net->getCompensatedCallPathData(values.exclusive, values.inclusive, errors.exclusive,
                                        errors.inclusive);
        REQUIRE(values.inclusive.length(0) == 1);
        CHECK(values.inclusive(0, 0) < raw.inclusive(0, 0));
        CHECK(errors.inclusive(0, 0) > 0);
        Values inPhases;
        net->getCompensatedPhaseData(true, inPhases.exclusive, inPhases.inclusive, errors.exclusive,
                                     errors.inclusive);
        REQUIRE(inPhases.inclusive.length(0) == 1);
        CHECK(inPhases.inclusive(0, 0) == values.inclusive(0, 0));
        CHECK(errors.exclusive(0, 0) > 0);
    }

    TEST_CASE_FIXTURE(Application,
                      "a monitored connection belongs to its user and to its provider") {
        framework.monitor({"driver", "integrate", "", {.methods = {"integrate"}}});
        go();

        CHECK(namesOf(*query("driver")) == Names{kIntegrate});
        CHECK(namesOf(*query("midpoint")) == Names{kIntegrate});
        CHECK(namesOf(*query("pi")).empty());
        CHECK(read(*query("subject"), {kIntegrate}).calls[0] == 0);
    }

    TEST_CASE_FIXTURE(Application, "after a swap each provider answers for its own calls") {
        framework.createInstance("integrators.Trapezoid", "trapezoid");
        framework.connect({"trapezoid", "function", "pi", "function"});
        framework.monitor({"driver", "integrate", "", {.methods = {"integrate"}}});
        go();
        framework.rewire({"driver", "integrate", "trapezoid", "integrate"});
        go();
        go();

        const std::string former = kIntegrate;
        const std::string latter =
            former.substr(0, former.find("midpoint")) + "trapezoid.integrate";
        CHECK(read(*query("midpoint"), {former, latter}).calls.toVector() ==
              std::vector<std::int32_t>{1, 0});
        CHECK(read(*query("trapezoid"), {former, latter}).calls.toVector() ==
              std::vector<std::int32_t>{0, 2});
    }

    TEST_CASE_FIXTURE(Application,
                      "timers of one name in the groups of two instances are kept apart") {
        const auto measurement = port<performance::Measurement>("MeasurementPort");
        for (const char* const group : {"driver", "pi", "pi"}) {
            const auto timer = measurement->createTimerWithNameTypeGroup("set up", "common", group);
            timer->start();
            timer->stop();
        }

        CHECK(read(*query("driver"), {"set up common"}).calls[0] == 1);
        CHECK(read(*query("pi"), {"set up common"}).calls[0] == 2);
        CHECK(read(*query("midpoint"), {"set up common"}).calls[0] == 0);
    }

    TEST_CASE_FIXTURE(Application, "a reader gives differences, also of timers that come later") {
        const auto pi = query("pi");
        measureMethods();
        const auto reader = pi->createTimerReader({"pi::evaluate", "driver::go"});
        sidl::array<double, 2> exclusive;
        sidl::array<double, 2> inclusive;
        sidl::array<std::int64_t> calls;
        sidl::array<std::int64_t> children;
        go();
        reader->getDifference(exclusive, inclusive, calls, children);
        CHECK(calls.toVector() == std::vector<std::int64_t>{100000, 0});
        CHECK(inclusive(0, 0) > 0);

        go();
        reader->getDifference(exclusive, inclusive, calls, children);
        CHECK(calls.toVector() == std::vector<std::int64_t>{100000, 0});
        reader->getDifference(exclusive, inclusive, calls, children);

        CHECK(calls.toVector() == std::vector<std::int64_t>{0, 0});
        // The rate of the clock is known better with time, which moves the sum by some ns.
        CHECK(std::abs(exclusive(0, 0)) < 1000);
        reader->getTimerData(exclusive, inclusive, calls, children);
        CHECK(calls[0] == 200000);
        CHECK(reader->getTimerNames().toVector() == Names{"pi::evaluate", "driver::go"});
    }

    TEST_CASE_FIXTURE(Application, "a snapshot has the call paths of the instance alone") {
        measureMethods();
        go();
        const auto snapshot = query("pi")->getSnapshot();
        sidl::array<std::int32_t> thread;
        sidl::array<std::int32_t> timer;
        sidl::array<std::int32_t> parent;
        sidl::array<std::int32_t> phase;
        sidl::array<double, 2> exclusive;
        sidl::array<double, 2> inclusive;
        sidl::array<std::int64_t> calls;
        sidl::array<std::int64_t> children;

        snapshot->getCallPathData(thread, timer, parent, phase, exclusive, inclusive, calls,
                                  children);

        CHECK(snapshot->getTimerNames().toVector() == Names{"pi::evaluate functions::PiFunction"});
        CHECK(snapshot->getTimerGroups().toVector() == Names{"pi"});
        CHECK(snapshot->getTimerKinds().toVector() == Names{"timer"});
        CHECK(snapshot->getNumRunning().toVector() == std::vector<std::int32_t>{0});
        CHECK(timer.toVector() == std::vector<std::int32_t>{0});
        CHECK(parent.toVector() == std::vector<std::int32_t>{-1});
        CHECK(calls.toVector() == std::vector<std::int64_t>{100000});
        CHECK(inclusive.length(0) == 1);
        CHECK(snapshot->getDocument().empty());
        CHECK(snapshot->getEventNames().empty());
    }

    TEST_CASE_FIXTURE(Application, "a component asks for the performance of another by its name") {
        measureMethods();
        asker->registerUsesPort("builder", "gov.cca.ports.BuilderService", nullptr);
        asker->registerUsesPort("query", "performance.Query", nullptr);
        const gantry::UsedPort<gov::cca::ports::BuilderService> builder(asker, "builder");

        builder->connect(asker->getComponentID(), "query", builder->getComponentID("midpoint"),
                         "performance");
        go();

        const gantry::UsedPort<performance::Query> midpoint(asker, "query");
        CHECK(read(*midpoint, {"midpoint::integrate"}).calls[0] == 1);
    }

    TEST_CASE_FIXTURE(Application, "the port is listed while it is connected, and not before") {
        const auto isListed = [&] {
            const auto info = framework.instance("pi");
            return std::any_of(info->ports.begin(), info->ports.end(),
                               [](const auto& port) { return port.name == "performance"; });
        };
        CHECK_FALSE(isListed());

        (void)query("pi");
        CHECK(isListed());

        framework.disconnect({"asker", "query_of_pi", "pi", "performance"});
        CHECK_FALSE(isListed());
    }

    TEST_CASE("a program in which nothing measures has instances without timers") {
        OneComponent assembly("functions.PiFunction");
        const auto query = assembly.port<performance::Query>("performance");

        CHECK(query->getTimerNames().empty());
        CHECK(query->getCounterNames().empty());
        const Values values = read(*query, {"subject::evaluate"});
        CHECK(values.calls.toVector() == std::vector<std::int32_t>{0});
        CHECK(values.numCounters == 0);
        CHECK(query->getSnapshot()->getTimerNames().empty());
        query->dumpProfileData();
    }

    TEST_CASE("a port of a destroyed instance reports that") {
        OneComponent assembly("functions.PiFunction");
        const auto query = assembly.port<performance::Query>("performance");
        assembly.framework.destroyInstance("subject");

        try {
            (void)query->getTimerNames();
            FAIL("nothing was thrown");
        } catch (const gov::cca::CCAException& error) {
            CHECK(contains(error.what(), "was destroyed"));
        }
    }

    TEST_CASE_FIXTURE(Application,
                      "a component's own port of that name takes the place of the framework's") {
        const auto services =
            framework.abstractFramework()->getServices("special", "tests.Special", nullptr);
        const auto own = query("pi");

        services->addProvidesPort(own, "performance", "performance.Query", nullptr);

        CHECK(framework.instance("special")->ports.size() == 1);
        CHECK(framework.providedPort("special", "performance").get() ==
              static_cast<gov::cca::Port*>(own.get()));
    }

    TEST_CASE_FIXTURE(Application, "a uses port of another type is not connected to it") {
        try {
            framework.connect({"midpoint", "function", "pi", "performance"});
            FAIL("nothing was thrown");
        } catch (const gov::cca::CCAException& error) {
            CHECK(contains(error.what(), "numeric.FunctionPort"));
            CHECK(contains(error.what(), "performance.Query"));
        }
    }
}
