#include <gantry/Instrumentation.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/IntegratorPort.hpp>
#include <numeric/RandomGeneratorPort.hpp>
#include <numeric/proxy/FunctionPort.hpp>
#include <numeric/proxy/RandomGeneratorPort.hpp>

#include <array>

#include "integrators/common/refine.hpp"

namespace integrators {
namespace {

// The error estimate in standard errors. A normal deviate leaves +-3.29 in 1 of 1,000 cases; the
// rest pays for looking at the estimate many times and stopping at the first one that is small
// enough.
constexpr double kStandardErrors = 3.5;
constexpr std::int64_t kBatch = 1000;
// Fewer samples may not know the variance well enough to stop; few equal ones would even say that
// there is no error.
constexpr std::int64_t kLeastSamples = 10 * kBatch;

// Mean and variance of samples by Welford's update.
class Samples final {
public:
    void add(double value) {
        ++count_;
        const double before = value - mean_;
        mean_ += before / static_cast<double>(count_);
        squares_ += before * (value - mean_);
    }
    [[nodiscard]] std::int64_t count() const { return count_; }
    [[nodiscard]] double mean() const { return mean_; }
    [[nodiscard]] double standardError() const {
        const auto n = static_cast<double>(count_);
        return count_ < 2 ? std::numeric_limits<double>::infinity()
                          : std::sqrt(squares_ / (n - 1) / n);
    }

private:
    std::int64_t count_ = 0;
    double mean_ = 0;
    double squares_ = 0;
};

constexpr std::array kProvides{gantry::PortDescription{"integrate", "numeric.IntegratorPort"}};
constexpr std::array kUses{gantry::uses<numeric::FunctionPort>("function"),
                           gantry::uses<numeric::RandomGeneratorPort>("RandomGeneratorPort"),
                           gantry::PortDescription{gantry::Instrumentation::kPortName,
                                                   gantry::Instrumentation::kPortType, false}};
constexpr auto kDescription =
    gantry::describe({"integrators.MonteCarlo", "1.0", "Integrates by the mean over random points"},
                     kProvides, kUses);

}  // namespace

class MonteCarlo final : public numeric::IntegratorPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own(this), "integrate", "numeric.IntegratorPort",
                                  nullptr);
        measured_.attach(services);
    }

    double integrate(double lowBound, double upBound, std::int32_t count) override {
        const gantry::Timed timed(integrateTimer_);
        checkCount(count, 1, "count");
        const gantry::UsedPort<numeric::FunctionPort> function(services_, "function");
        const gantry::UsedPort<numeric::RandomGeneratorPort> random(services_,
                                                                    "RandomGeneratorPort");
        Integrand integrand(*function, lowBound, upBound);
        if (integrand.width() == 0) {
            return 0;
        }
        Samples samples;
        draw(samples, integrand, *random, count);
        return samples.mean() * integrand.width();
    }

    double integrateToAccuracy(double lowBound, double upBound, double accuracy,
                               std::int64_t maxEvaluations, double& errorEstimate,
                               std::int64_t& evaluations) override {
        const gantry::Timed timed(toAccuracyTimer_);
        checkAccuracy(accuracy);
        checkCount(maxEvaluations, 1, "maxEvaluations");
        const gantry::UsedPort<numeric::FunctionPort> function(services_, "function");
        const gantry::UsedPort<numeric::RandomGeneratorPort> random(services_,
                                                                    "RandomGeneratorPort");
        Integrand integrand(*function, lowBound, upBound);
        errorEstimate = 0;
        evaluations = 0;
        if (integrand.width() == 0) {
            return 0;
        }
        Samples samples;
        do {
            draw(samples, integrand, *random, std::min(kBatch, maxEvaluations - samples.count()));
            errorEstimate =
                samples.count() < kLeastSamples
                    ? std::numeric_limits<double>::infinity()
                    : kStandardErrors * samples.standardError() * std::abs(integrand.width());
        } while (samples.count() < maxEvaluations && errorEstimate > accuracy);
        evaluations = integrand.evaluations();
        return samples.mean() * integrand.width();
    }

private:
    static void draw(Samples& samples, Integrand& integrand, numeric::RandomGeneratorPort& random,
                     std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            samples.add(integrand(random.getRandomNumber()));
        }
    }

    std::shared_ptr<gov::cca::Services> services_;
    gantry::Instrumentation measured_{typeid(MonteCarlo)};
    gantry::MethodTimer& integrateTimer_ = measured_.timer("integrate");
    gantry::MethodTimer& toAccuracyTimer_ = measured_.timer("integrateToAccuracy");
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::MonteCarlo, integrators::kDescription);
