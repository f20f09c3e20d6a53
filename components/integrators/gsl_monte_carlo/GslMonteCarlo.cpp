#include <gsl/gsl_errno.h>
#include <gsl/gsl_monte_miser.h>
#include <gsl/gsl_monte_plain.h>
#include <gsl/gsl_monte_vegas.h>
#include <gsl/gsl_rng.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <new>
#include <string>
#include <utility>

#include "integrators/common/KeptException.hpp"
#include "integrators/common/MultiIntegrator.hpp"

namespace integrators {
namespace {

constexpr std::array kParameters{
    gantry::ParameterDescription{"configuration", "method", "string", "vegas",
                                 "plain: uniform points; miser: more points where the function "
                                 "varies; vegas: more points where it is large",
                                 nullptr, nullptr, "plain|miser|vegas"},
    gantry::ParameterDescription{"configuration", "seed", "long", "1", "Of the random points", "0",
                                 "4294967295"}};
constexpr auto kDescription = gantry::describe(
    {"integrators.GslMonteCarlo", "1.0",
     "Integrates functions of several variables by Monte Carlo: plain, MISER or VEGAS of GSL"},
    kMultiProvides, kMultiUses, kParameters);

// Three in a thousand integrals lie further out.
constexpr double kDeviations = 3;
// Fewer may agree by accident.
constexpr std::int64_t kLeastCalls = 512;

template <class Object, class Free>
std::unique_ptr<Object, Free> owned(Object* object, Free free) {
    if (object == nullptr) {
        throw std::bad_alloc();
    }
    return {object, free};
}

struct Call {
    MultiIntegrand& integrand;
    KeptException kept;
};

double evaluate(double* shares, std::size_t, void* context) {
    Call& call = *static_cast<Call*>(context);
    return call.kept.value([&] { return call.integrand(shares); });
}

/// The mean over the unit cube by one method, whose runs may learn from each other.
class Sampler final {
public:
    Sampler(std::string method, std::int64_t seed, MultiIntegrand& integrand)
        : method_(std::move(method)),
          dimension_(static_cast<std::size_t>(integrand.dimension())),
          call_{integrand, {}},
          function_{evaluate, dimension_, &call_},
          low_(dimension_, 0.0),
          up_(dimension_, 1.0),
          random_(owned(gsl_rng_alloc(gsl_rng_mt19937), gsl_rng_free)) {
        gsl_rng_set(random_.get(), static_cast<unsigned long>(seed));
    }

    /// One run of about so many calls.
    Estimate run(std::int64_t calls) {
        Estimate found;
        const auto count = static_cast<std::size_t>(calls);
        if (method_ == "plain") {
            const auto state = owned(gsl_monte_plain_alloc(dimension_), gsl_monte_plain_free);
            gsl_monte_plain_integrate(&function_, low_.data(), up_.data(), dimension_, count,
                                      random_.get(), state.get(), &found.value, &found.error);
        } else if (method_ == "miser") {
            const auto state = owned(gsl_monte_miser_alloc(dimension_), gsl_monte_miser_free);
            gsl_monte_miser_integrate(&function_, low_.data(), up_.data(), dimension_, count,
                                      random_.get(), state.get(), &found.value, &found.error);
        } else {
            found = runVegas(count);
        }
        call_.kept.rethrow();
        found.error *= kDeviations;
        return found;
    }

private:
    // Its iterations are of equal size. Those before the last ones teach it where the function is
    // large; where iterations contradict each other, their spread is the error.
    Estimate runVegas(std::size_t calls) {
        constexpr std::size_t kIterations = 5;
        if (!vegas_) {
            vegas_.reset(owned(gsl_monte_vegas_alloc(dimension_), gsl_monte_vegas_free).release());
        }
        gsl_monte_vegas_params settings;
        gsl_monte_vegas_params_get(vegas_.get(), &settings);
        settings.iterations = kIterations;
        settings.stage = learned_ ? 1 : 0;
        gsl_monte_vegas_params_set(vegas_.get(), &settings);
        learned_ = true;
        Estimate found;
        gsl_monte_vegas_integrate(&function_, low_.data(), up_.data(), dimension_,
                                  std::max<std::size_t>(calls / kIterations, 2), random_.get(),
                                  vegas_.get(), &found.value, &found.error);
        const double contradiction = gsl_monte_vegas_chisq(vegas_.get());
        found.error *= std::sqrt(std::max(contradiction, 1.0));
        return found;
    }

    std::string method_;
    std::size_t dimension_;
    Call call_;
    gsl_monte_function function_;
    std::vector<double> low_;
    std::vector<double> up_;
    std::unique_ptr<gsl_rng, decltype(&gsl_rng_free)> random_;
    std::unique_ptr<gsl_monte_vegas_state, decltype(&gsl_monte_vegas_free)> vegas_{
        nullptr, gsl_monte_vegas_free};
    bool learned_ = false;
};

/// The mean of all runs, each counting as much as it has calls: what a run itself takes for its
/// error depends on its value.
class AllRuns final {
public:
    void add(const Estimate& run, std::int64_t calls) {
        const auto weight = static_cast<double>(calls);
        value_ += weight * run.value;
        squares_ += weight * weight * run.error * run.error;
        weights_ += weight;
    }
    [[nodiscard]] Estimate estimate() const {
        return {value_ / weights_, std::sqrt(squares_) / weights_};
    }

private:
    double value_ = 0;
    double squares_ = 0;
    double weights_ = 0;
};

}  // namespace

class GslMonteCarlo final : public MultiIntegrator {
public:
    // GSL's own error handler ends the program; here errors are reported by results.
    GslMonteCarlo() : MultiIntegrator(typeid(GslMonteCarlo), kDescription) {
        gsl_set_error_handler_off();
    }

protected:
    Estimate run(MultiIntegrand& integrand, double accuracy, std::int64_t maxEvaluations) override {
        Sampler sampler(parameters().getString("method"), parameters().getLong("seed"), integrand);
        const std::int64_t least = std::min(kLeastCalls, std::max<std::int64_t>(maxEvaluations, 2));
        AllRuns all;
        for (std::int64_t calls = least; calls >= least;) {
            all.add(sampler.run(calls), calls);
            if (all.estimate().error <= accuracy && calls >= kLeastCalls) {
                break;
            }
            calls = std::min(2 * calls, maxEvaluations - integrand.evaluations());
        }
        Estimate found = all.estimate();
        if (least < kLeastCalls) {
            found.error = std::numeric_limits<double>::infinity();
        }
        return found;
    }
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::GslMonteCarlo, integrators::kDescription);
