#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/CCAException.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <numeric/MultiFunctionPort.hpp>
#include <numeric/MultiIntegratorPort.hpp>
#include <tuning/DecisionLog.hpp>
#include <tuning/Tuner.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "TunedAssembly.hpp"

using tuner_test::contains;

namespace {

constexpr const char* kFaulty = "fixtures.FaultyMultiIntegrator";

/// A user whose integrator of several variables is tuned: the initial one is exact, the function
/// one of Genz's.
struct Assembly {
    gantry::framework::Framework framework{
        {GANTRY_COMPONENT_DIRECTORY, GANTRY_FIXTURE_DIRECTORY "/faulty_multi_integrator"}};
    double estimate = -1;
    std::int64_t evaluations = -1;
    std::int64_t most = 100'000;

    /// initialMood empty: there is no initial one.
    explicit Assembly(const std::string& candidates, const std::string& initialMood = "exact") {
        framework.createInstance("performance.Native", "performance");
        framework.setDefaultProvider("performance.Measurement", "performance", "MeasurementPort");
        framework.createInstance("functions.Genz", "function");
        if (!initialMood.empty()) {
            framework.createInstance(kFaulty, "initial");
            framework.connect({"initial", "function", "function", "function"});
            set("initial", "mood", initialMood);
        }
        // A gate without a tuner passes calls on: it is a user as good as any.
        framework.createInstance("gates.MultiIntegratorGate", "user");
        framework.createInstance("optimizer.Tuner", "tuner");
        framework.createInstance("optimizer.DecisionLog", "decisionLog");
        if (!initialMood.empty()) {
            framework.connect({"user", "incumbent", "initial", "integrate"});
        }
        framework.connect({"user", "function", "function", "function"});
        framework.connect({"tuner", "decisionLog", "decisionLog", "decisionLog"});
        framework.connectDefaults();
        set("tuner", "user", "user");
        set("tuner", "userPort", "incumbent");
        set("tuner", "candidates", candidates);
        set("tuner", "trusted", std::string("fixtures.*"));
        tuner()->arrange();
    }

    template <class Port>
    std::shared_ptr<Port> port(const std::string& instance, const std::string& name) {
        return gantry::castPort<Port>(framework.providedPort(instance, name), name);
    }
    template <class Value>
    void set(const std::string& instance, const std::string& key, const Value& value) {
        const auto sheet = port<gov::cca::ports::ParameterPort>(instance, "configuration");
        const auto map = sheet->readConfigurationMap()->cloneEmpty();
        if constexpr (std::is_same_v<Value, int>) {
            map->putInt(key, value);
        } else if constexpr (std::is_same_v<Value, std::int64_t>) {
            map->putLong(key, value);
        } else if constexpr (std::is_same_v<Value, double>) {
            map->putDouble(key, value);
        } else {
            map->putString(key, value);
        }
        sheet->writeConfigurationMap(map);
    }
    std::shared_ptr<tuning::Tuner> tuner() { return port<tuning::Tuner>("tuner", "tuner"); }
    std::string served() { return tuner()->getServed().candidate; }
    double exact() {
        return port<numeric::MultiFunctionPort>("function", "function")->getExactIntegral();
    }
    double integrate(double relative = 1e-3) {
        const int n = port<numeric::MultiFunctionPort>("function", "function")->getDimension();
        std::vector<double> low(static_cast<std::size_t>(n), 0);
        std::vector<double> up(static_cast<std::size_t>(n), 1);
        return port<numeric::MultiIntegratorPort>("incumbentGate", "integrate")
            ->integrateToAccuracy({low.data(), {n}}, {up.data(), {n}}, n,
                                  relative * std::abs(exact()), most, estimate, evaluations);
    }
    bool isRight(double value, double relative = 1e-3) {
        return std::abs(value - exact()) <= 1.25 * relative * std::abs(exact());
    }
    void function(const std::string& family, int dimension, double difficulty = 0) {
        set("function", "family", family);
        set("function", "dimension", dimension);
        set("function", "difficulty", difficulty);
    }
    std::string decisionLog() {
        const auto log = port<tuning::DecisionLog>("decisionLog", "decisionLog");
        std::string text;
        for (int i = 0; i < log->getNumEntries(); ++i) {
            text += log->getEntry(i).text + "\n";
        }
        return text;
    }
};

}  // namespace

TEST_SUITE("tuner.MultiIntegratorGate") {
    TEST_CASE("it is the tuner's own choice for that type of port") {
        Assembly assembly("fixtures.FaultyMultiIntegrator mood=unsure");
        bool there = false;
        for (const auto& instance : assembly.framework.instances()) {
            there = there || (instance.name == "incumbentGate" &&
                              instance.className == "gates.MultiIntegratorGate");
        }
        CHECK(there);
        CHECK(assembly.tuner()->getCandidates().length() == 2);
        CHECK(assembly.tuner()->getCandidates()[1].abortable);
    }

    TEST_CASE("an integral that is wrong is never delivered, whatever the family of functions") {
        for (const char* mood : {"wrong", "slightly_wrong"}) {
            Assembly assembly(std::string(kFaulty) + " mood=" + mood);
            for (const char* family : {"oscillatory", "product_peak", "corner_peak", "gaussian",
                                       "continuous", "discontinuous"}) {
                CAPTURE(mood);
                CAPTURE(family);
                assembly.function(family, 2);
                for (int call = 0; call < 10; ++call) {
                    CHECK(assembly.isRight(assembly.integrate()));
                    CHECK(assembly.served() == kFaulty);
                }
            }
            CHECK(contains(assembly.decisionLog(), "times the accuracy that it reported"));
        }
    }

    TEST_CASE(
        "one that throws, gives no number, is unsure of its result or never ends does not "
        "keep a request from being served") {
        for (const char* mood : {"throws", "nan", "unsure", "endless"}) {
            CAPTURE(mood);
            Assembly assembly(std::string(kFaulty) + " mood=" + mood);
            for (int call = 0; call < 10; ++call) {
                CHECK(assembly.isRight(assembly.integrate()));
                CHECK(assembly.served() == kFaulty);
            }
        }
    }

    TEST_CASE("candidates that crash crash their own processes only, and the log says how") {
        for (const auto& [mood, signal] :
             {std::pair{"segfaults", "SIGSEGV"}, std::pair{"aborts", "SIGABRT"}}) {
            Assembly assembly(std::string("fixtures.FaultyMultiIntegrator! mood=") + mood, "");
            for (int call = 0; call < 5; ++call) {
                CHECK(assembly.isRight(assembly.integrate()));
                CHECK(assembly.served().empty());
            }
            CHECK(contains(assembly.decisionLog(), std::string("killed by ") + signal));
        }
    }

    TEST_CASE("where every candidate is wrong the gate's own integral is delivered") {
        Assembly assembly("fixtures.FaultyMultiIntegrator mood=nan", "wrong");
        CHECK(assembly.isRight(assembly.integrate()));
        CHECK(assembly.estimate <= 1e-3 * assembly.exact());
        CHECK(assembly.served().empty());
        CHECK(contains(assembly.tuner()->getServed().reason, "gave a wrong result"));
    }

    TEST_CASE(
        "what a candidate that throws in a process of its own leaves behind is not a result") {
        Assembly assembly("fixtures.FaultyMultiIntegrator! mood=throws", "unsure");
        assembly.function("discontinuous", 5);
        assembly.most = 1000;
        assembly.integrate(1e-6);
        CHECK(assembly.estimate > 1e-6 * assembly.exact());
    }

    TEST_CASE(
        "where all are unsure and the user's evaluations do not do for an integral of its "
        "own, the nearest one is delivered as what it is") {
        Assembly assembly("fixtures.FaultyMultiIntegrator mood=throws", "unsure");
        assembly.function("discontinuous", 5);
        assembly.most = 1000;
        assembly.integrate(1e-6);
        CHECK(assembly.estimate > 1e-6 * assembly.exact());
        CHECK(assembly.evaluations <= 2 * assembly.most);
        CHECK(assembly.served().empty());
    }

    TEST_CASE(
        "an integral that is claimed and cannot be verified is not delivered, and the error "
        "says why") {
        Assembly assembly("", "exact");
        assembly.function("discontinuous", 8);
        assembly.set("incumbentGate", "verificationEvaluations", std::int64_t{50000});
        std::string said;
        try {
            assembly.integrate(1e-9);
        } catch (const gov::cca::CCAException& error) {
            said = error.what();
        }
        CHECK(contains(said, "could not be verified"));
        CHECK(contains(said, "verificationEvaluations"));
        CHECK(assembly.served().empty());
    }

    TEST_CASE("an integral is verified once; another function of the same name again") {
        Assembly assembly("fixtures.FaultyMultiIntegrator mood=throws");
        assembly.integrate();
        CHECK(assembly.evaluations > 10000);
        assembly.integrate();
        CHECK(assembly.evaluations < 10);
        assembly.set("function", "seed", std::int64_t{2});
        assembly.integrate();
        CHECK(assembly.evaluations > 10000);
        assembly.integrate();
        CHECK(assembly.evaluations < 10);
    }

    TEST_CASE("bounds that do not fit the function are refused, and the next request is served") {
        Assembly assembly("fixtures.FaultyMultiIntegrator mood=throws");
        std::vector<double> bounds(3, 0);
        CHECK_THROWS_AS(
            assembly.port<numeric::MultiIntegratorPort>("incumbentGate", "integrate")
                ->integrateToAccuracy({bounds.data(), {2}}, {bounds.data(), {3}}, 3, 1e-3, 1000,
                                      assembly.estimate, assembly.evaluations),
            gov::cca::CCAException);
        CHECK(assembly.isRight(assembly.integrate()));
    }
}
