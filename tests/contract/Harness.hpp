#pragma once

#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <numeric/FunctionPort.hpp>
#include <numeric/RandomGeneratorPort.hpp>
#include <performance/Measurement.hpp>

#include <atomic>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace contract {

/// Where a framework finds the component under test, and after it the components of Gantry.
std::vector<std::filesystem::path> pathUnderTest();

/// What the component under test says of itself. Throws where the library is none.
gantry::framework::ClassInfo classUnderTest(const gantry::framework::Framework& framework);

/// A function the test decides on; evaluations are counted.
class TestFunction final : public numeric::FunctionPort {
public:
    std::function<double(double)> formula = [](double x) { return x; };
    std::atomic<int> evaluations{0};

    double evaluate(double x) override {
        ++evaluations;
        return formula(x);
    }
    void getBounds(double& lowBound, double& upBound) override {
        lowBound = 0;
        upBound = 1;
    }
    bool hasExactIntegral() override { return false; }
    double getExactIntegral(double, double) override;
    std::string getFormula() override { return "the test's function"; }
};

/// Random numbers that any thread may take.
class TestRandom final : public numeric::RandomGeneratorPort {
public:
    double getRandomNumber() override {
        const std::lock_guard lock(mutex_);
        return static_cast<double>(generator_() >> 11U) * 0x1p-53;
    }
    void setSeed(std::int64_t seed) override {
        const std::lock_guard lock(mutex_);
        generator_.seed(static_cast<std::uint64_t>(seed));
    }

private:
    std::mutex mutex_;
    std::mt19937_64 generator_{20240229};
};

/// An assembly of the component under test, called "subject", and of a component of the test's own,
/// called "harness", whose ports serve the subject's uses ports.
class Harness final {
public:
    Harness();
    ~Harness();
    Harness(const Harness&) = delete;
    Harness& operator=(const Harness&) = delete;

    gantry::framework::Framework framework;
    std::shared_ptr<TestFunction> function = std::make_shared<TestFunction>();

    /// The first port of that type which the subject provides.
    template <class Port>
    std::shared_ptr<Port> port(const std::string& type) {
        const std::string name = portName(type);
        return gantry::castPort<Port>(framework.providedPort("subject", name), name);
    }
    /// Breaks and restores the connection of the subject's uses port of that type.
    void disconnect(const std::string& type) { framework.disconnect(connection(type)); }
    void connect(const std::string& type) { framework.connect(connection(type)); }

    /// Connects the subject's MeasurementPort to performance.Native and returns a query of it; null
    /// where the subject has no such port.
    std::shared_ptr<performance::Query> measure();

    /// What the component under test says of itself.
    [[nodiscard]] const gantry::framework::ClassInfo& description() const { return description_; }

    [[nodiscard]] std::string portName(const std::string& type) const;

private:
    [[nodiscard]] gantry::framework::ConnectionInfo connection(const std::string& type) const;
    void connectSubject();
    /// Connects the subject's port for it; null where it has none.
    std::shared_ptr<performance::Measurement> connectBackend(const std::string& className);
    /// Puts a candidate behind the subject, which is a gate, with the gate before what it uses;
    /// false where the subject is none.
    bool connectCandidate(const std::string& className);

    gantry::framework::ClassInfo description_;
    std::shared_ptr<gov::cca::AbstractFramework> embedding_;
    std::shared_ptr<gov::cca::Services> services_;
};

/// The number of calls of a timer, by its name.
int callsOf(performance::Query& query, const std::string& timer);

}  // namespace contract
