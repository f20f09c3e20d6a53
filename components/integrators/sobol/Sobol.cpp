#include <gsl/gsl_qrng.h>

#include <algorithm>
#include <memory>
#include <random>

#include "integrators/common/MultiIntegrator.hpp"

namespace integrators {
namespace {

constexpr std::array kParameters{gantry::ParameterDescription{
    "configuration", "seed", "long", "1", "Of the random shifts of the points"}};
constexpr auto kDescription =
    gantry::describe({"integrators.Sobol", "1.0",
                      "Integrates functions of several variables by quasi-Monte Carlo with "
                      "shifted Sobol points"},
                     kMultiProvides, kMultiUses, kParameters);

// As many independent means are compared; two in a thousand of Student's deviates with one degree
// of freedom less lie further out.
constexpr std::size_t kShifts = 8;
constexpr double kDeviations = 4.8;
// Fewer points may agree by accident.
constexpr std::int64_t kLeastPoints = 64;

using Shifts = std::array<std::vector<double>, kShifts>;

Shifts shiftsOf(std::int64_t seed, int dimension) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    Shifts shifts;
    for (std::vector<double>& shift : shifts) {
        for (int i = 0; i < dimension; ++i) {
            shift.push_back(static_cast<double>(random() >> 11U) * 0x1p-53);
        }
    }
    return shifts;
}

Estimate judge(const std::array<double, kShifts>& sums, std::int64_t points) {
    Estimate found;
    found.value = 0;
    const auto n = static_cast<double>(points);
    for (const double sum : sums) {
        found.value += sum / n / kShifts;
    }
    double squares = 0;
    for (const double sum : sums) {
        squares += (sum / n - found.value) * (sum / n - found.value);
    }
    if (points >= kLeastPoints) {
        found.error = kDeviations * std::sqrt(squares / (kShifts * (kShifts - 1)));
    }
    return found;
}

}  // namespace

class Sobol final : public MultiIntegrator {
public:
    Sobol() : MultiIntegrator(typeid(Sobol), kDescription) {}

protected:
    Estimate run(MultiIntegrand& integrand, double accuracy, std::int64_t maxEvaluations) override {
        const int dimension = integrand.dimension();
        const auto variables = static_cast<unsigned>(dimension);
        if (variables > gsl_qrng_sobol->max_dimension) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                "there are Sobol points for up to " +
                                    std::to_string(gsl_qrng_sobol->max_dimension) +
                                    " variables; the function has " + std::to_string(dimension));
        }
        const std::unique_ptr<gsl_qrng, decltype(&gsl_qrng_free)> sequence(
            gsl_qrng_alloc(gsl_qrng_sobol, variables), gsl_qrng_free);
        if (!sequence) {
            throw std::bad_alloc();
        }
        const Shifts shifts = shiftsOf(parameters().getLong("seed"), dimension);
        std::vector<double> point(variables);
        std::vector<double> shifted(variables);
        std::array<double, kShifts> sums{};
        Estimate found{std::nan(""), std::numeric_limits<double>::infinity()};
        std::int64_t points = 0;
        // Of powers of two points each part of the cube gets its share.
        for (std::int64_t goal = 1;
             points == 0 || (found.error > accuracy &&
                             goal * static_cast<std::int64_t>(kShifts) <= maxEvaluations);
             goal *= 2) {
            for (; points < goal; ++points) {
                gsl_qrng_get(sequence.get(), point.data());
                for (std::size_t s = 0; s < kShifts; ++s) {
                    for (std::size_t i = 0; i < point.size(); ++i) {
                        const double sum = point[i] + shifts[s][i];
                        shifted[i] = sum >= 1 ? sum - 1 : sum;
                    }
                    sums[s] += integrand(shifted.data());
                }
            }
            found = judge(sums, points);
        }
        return found;
    }
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::Sobol, integrators::kDescription);
