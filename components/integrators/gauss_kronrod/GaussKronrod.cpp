#include <boost/math/quadrature/gauss_kronrod.hpp>

#include <queue>

#include "integrators/common/AdaptiveIntegrator.hpp"

namespace integrators {
namespace {

constexpr auto kDescription = gantry::describe(
    {"integrators.GaussKronrod", "1.0",
     "Integrates by Boost.Math's Gauss-Kronrod rule of 31 points, halving the worst interval"},
    kProvides, kUses);

constexpr int kPoints = 31;

struct Interval {
    double low;
    double up;
    Estimate estimate;

    bool operator<(const Interval& other) const { return estimate.error < other.estimate.error; }
};

Interval measured(Integrand& integrand, double low, double up) {
    using Rule = boost::math::quadrature::gauss_kronrod<double, kPoints>;
    Interval interval{low, up, {}};
    // Depth 0: one application of the rule; the queue below decides which interval is divided.
    interval.estimate.value = Rule::integrate([&](double share) { return integrand(share); }, low,
                                              up, 0, 0.0, &interval.estimate.error);
    return interval;
}

}  // namespace

class GaussKronrod final : public AdaptiveIntegrator {
public:
    GaussKronrod() : AdaptiveIntegrator(typeid(GaussKronrod), kDescription) {}

protected:
    std::int64_t leastEvaluations() const override { return kPoints; }

    Estimate run(Integrand& integrand, double accuracy, std::int64_t maxEvaluations) override {
        std::priority_queue<Interval> intervals;
        intervals.push(measured(integrand, 0, 1));
        Estimate sum = intervals.top().estimate;
        while (sum.error > accuracy && integrand.evaluations() + 2L * kPoints <= maxEvaluations) {
            const Interval worst = intervals.top();
            const double middle = worst.low + (worst.up - worst.low) / 2;
            // Neighbouring doubles: the interval cannot be divided any more.
            if (!(worst.low < middle && middle < worst.up)) {
                break;
            }
            intervals.pop();
            sum.value -= worst.estimate.value;
            sum.error -= worst.estimate.error;
            for (const Interval& half :
                 {measured(integrand, worst.low, middle), measured(integrand, middle, worst.up)}) {
                sum.value += half.estimate.value;
                sum.error += half.estimate.error;
                intervals.push(half);
            }
        }
        return summed(std::move(intervals));
    }

private:
    // The running sums have lost digits.
    static Estimate summed(std::priority_queue<Interval> intervals) {
        Estimate sum{0, 0};
        for (; !intervals.empty(); intervals.pop()) {
            sum.value += intervals.top().estimate.value;
            sum.error += intervals.top().estimate.error;
        }
        return sum;
    }
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::GaussKronrod, integrators::kDescription);
