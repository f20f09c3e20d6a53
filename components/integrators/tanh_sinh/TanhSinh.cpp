#include <boost/math/quadrature/tanh_sinh.hpp>

#include <exception>

#include "integrators/common/AdaptiveIntegrator.hpp"

namespace integrators {
namespace {

constexpr auto kDescription = gantry::describe(
    {"integrators.TanhSinh", "1.0",
     "Integrates by Boost.Math's double exponential rule, for singularities at the ends"},
    kProvides, kUses);

class Spent final : public std::exception {};

}  // namespace

class TanhSinh final : public AdaptiveIntegrator {
public:
    TanhSinh() : AdaptiveIntegrator(typeid(TanhSinh), kDescription) {}

protected:
    std::int64_t leastEvaluations() const override { return 4 * kFirstPoints; }

    // The rule has a tolerance relative to the integral of |f|, which is known after a first run.
    Estimate run(Integrand& integrand, double accuracy, std::int64_t maxEvaluations) override {
        Estimate found{integrand(0.5), std::numeric_limits<double>::infinity()};
        const auto limited = [&](double share) {
            if (integrand.evaluations() >= maxEvaluations) {
                throw Spent();
            }
            return integrand(share);
        };
        boost::math::quadrature::tanh_sinh<double> rule(refinementsWithin(maxEvaluations));
        double size = 1;
        double tolerance = 0;
        try {
            do {
                tolerance = std::clamp(accuracy / size, kLeastTolerance, kLargestTolerance);
                const double before = size;
                found.value = rule.integrate(limited, 0.0, 1.0, tolerance, &found.error, &size);
                size = std::max(size, before);
            } while (found.error > accuracy && accuracy / size < tolerance / 2 &&
                     tolerance > kLeastTolerance);
        } catch (const Spent&) {
            // What an earlier run found stays.
        }
        return found;
    }

private:
    // About what the coarsest level takes; each finer one doubles it.
    static constexpr std::int64_t kFirstPoints = 24;
    static constexpr std::size_t kMostRefinements = 15;

    static std::size_t refinementsWithin(std::int64_t evaluations) {
        std::size_t refinements = 1;
        while (refinements < kMostRefinements &&
               (kFirstPoints << (refinements + 1)) <= evaluations) {
            ++refinements;
        }
        return refinements;
    }

    static constexpr double kLeastTolerance = 1e-14;
    static constexpr double kLargestTolerance = 1e-3;
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::TanhSinh, integrators::kDescription);
