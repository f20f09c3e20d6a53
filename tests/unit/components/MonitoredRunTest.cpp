#include <gov/cca/ports/GoPort.hpp>
#include <numeric/IntegratorPort.hpp>
#include <performance/Control.hpp>
#include <performance/Measurement.hpp>
#include <performance/PerfParam.hpp>
#include <performance/Query.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <thread>

#include "OneComponent.hpp"

namespace {

/// The integrator application with performance.Native, "subject".
struct Application : OneComponent {
    std::shared_ptr<performance::PerfParam> records = port<performance::PerfParam>("PerfParamPort");
    std::shared_ptr<performance::Measurement> measurement =
        port<performance::Measurement>("MeasurementPort");

    Application() : OneComponent("performance.Native") {
        framework.createInstance("drivers.CXXDriver", "driver");
        framework.createInstance("integrators.Midpoint", "midpoint");
        framework.createInstance("functions.PiFunction", "pi");
        framework.connect({"driver", "integrate", "midpoint", "integrate"});
        framework.connect({"midpoint", "function", "pi", "function"});
    }
    template <class Port>
    [[nodiscard]] std::shared_ptr<Port> portOf(const std::string& instance,
                                               const std::string& name) const {
        return gantry::castPort<Port>(framework.providedPort(instance, name), name);
    }
    [[nodiscard]] sidl::array<double, 2> rows(const std::string& record) const {
        sidl::array<double, 2> data;
        CHECK(records->getPerformanceData(record, data, false) == 0);
        return data;
    }
    [[nodiscard]] int column(const std::string& record, const std::string& name) const {
        sidl::array<std::string> names;
        records->getPerformanceColumns(record, names);
        const auto found = std::find(names.begin(), names.end(), name);
        REQUIRE(found != names.end());
        return static_cast<int>(found - names.begin());
    }
    [[nodiscard]] int calls(const std::string& timer) const {
        sidl::array<double, 2> exclusive;
        sidl::array<double, 2> inclusive;
        sidl::array<std::int32_t> numCalls;
        sidl::array<std::int32_t> children;
        sidl::array<std::string> counters;
        std::int32_t numCounters = 0;
        measurement->createQuery()->getTimerData({timer}, exclusive, inclusive, numCalls, children,
                                                 counters, numCounters);
        return numCalls[0];
    }

    const std::string integrate = "driver.integrate -> midpoint.integrate::integrate";
    const std::string evaluate = "midpoint.function -> pi.function::evaluate";
};

constexpr const char* kIntegrateTimer = "numeric.IntegratorPort::integrate(double,double,int)";
constexpr const char* kEvaluateTimer = "numeric.FunctionPort::evaluate(double)";

}  // namespace

TEST_SUITE("components.MonitoredRun") {
    TEST_CASE_FIXTURE(Application,
                      "the calls of a run are read back with what they were called with") {
        framework.monitor(
            {"driver", "integrate", "", {.methods = {"integrate"}, .recorded = true}});
        framework.monitor(
            {"midpoint", "function", "", {.methods = {"evaluate"}, .recorded = true}});

        CHECK(portOf<gov::cca::ports::GoPort>("driver", "go")->go() == 0);

        const auto calls = rows(integrate);
        REQUIRE(calls.length(0) == 1);
        CHECK(calls(0, column(integrate, "lowBound")) == 0);
        CHECK(calls(0, column(integrate, "upBound")) == 1);
        CHECK(calls(0, column(integrate, "count")) == 100000);
        CHECK(calls(0, column(integrate, "result")) == doctest::Approx(3.14159265));
        const auto inner = rows(evaluate);
        REQUIRE(inner.length(0) == 100000);
        const int x = column(evaluate, "x");
        const int result = column(evaluate, "result");
        const int wall = column(evaluate, "wall [ns]");
        double sum = 0;
        for (int row = 0; row < inner.length(0); ++row) {
            REQUIRE(inner(row, result) == doctest::Approx(4 / (1 + inner(row, x) * inner(row, x))));
            sum += inner(row, wall);
        }
        const double children = calls(0, column(integrate, "wall in children [ns]"));
        // Each row is rounded down by less than 1 ns.
        CHECK(std::abs(children - sum) <= inner.length(0));
        CHECK(children <= calls(0, column(integrate, "wall [ns]")));
        CHECK(this->calls(kIntegrateTimer) == 1);
        CHECK(this->calls(kEvaluateTimer) == 100000);
    }

    TEST_CASE_FIXTURE(Application,
                      "threads that call through a monitored connection have own rows") {
        framework.monitor(
            {"midpoint", "function", "", {.methods = {"evaluate"}, .recorded = true}});
        const auto integrator = portOf<numeric::IntegratorPort>("midpoint", "integrate");
        constexpr int kThreads = 3;
        constexpr int kEvaluations = 1000;
        std::vector<std::thread> threads;
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&] { integrator->integrate(0, 1, kEvaluations); });
        }
        for (std::thread& running : threads) {
            running.join();
        }

        const auto data = rows(evaluate);
        const int thread = column(evaluate, "thread");
        std::map<double, int> callsOfThread;
        for (int row = 0; row < data.length(0); ++row) {
            ++callsOfThread[data(row, thread)];
        }
        REQUIRE(callsOfThread.size() == kThreads);
        for (const auto& [eachId, number] : callsOfThread) {
            const auto& id = eachId;
            CAPTURE(id);
            CHECK(number == kEvaluations);
        }
        CHECK(calls(kEvaluateTimer) == kThreads * kEvaluations);
    }

    TEST_CASE_FIXTURE(Application,
                      "every uses port of the components between each other has a proxy") {
        framework.createInstance("integrators.MonteCarlo", "montecarlo");
        framework.createInstance("integrators.Simpson", "simpson");
        framework.createInstance("integrators.Trapezoid", "trapezoid");
        framework.createInstance("optimizer.Optimizer", "optimizer");
        for (const auto& instance : framework.instances()) {
            for (const auto& port : instance.ports) {
                const bool measures = port.type.rfind("performance.", 0) == 0;
                if (!port.provided && !measures && port.type != "parallel.Upcalls") {
                    CAPTURE(instance.name);
                    CAPTURE(port.name);
                    CHECK(port.monitorable);
                }
            }
        }
    }

    TEST_CASE_FIXTURE(Application, "a group switched off silences the timers of its user") {
        framework.monitor({"driver", "integrate"});
        const auto control = measurement->createControl();
        control->disableGroupName("driver");
        portOf<gov::cca::ports::GoPort>("driver", "go")->go();
        CHECK(calls(kIntegrateTimer) == 0);

        control->enableGroupName("driver");
        portOf<gov::cca::ports::GoPort>("driver", "go")->go();
        CHECK(calls(kIntegrateTimer) == 1);
    }
}
