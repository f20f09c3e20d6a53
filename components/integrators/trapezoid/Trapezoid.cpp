#include "integrators/common/RuleIntegrator.hpp"

namespace integrators {
namespace {

// The points are those of the interval [0, 1]; width() brings the sum to that of the integral.
// Halving the panels keeps all former points, so refine() evaluates the new ones alone. The error
// falls with the square of a panel's width (kOrder).
class TrapezoidRule final {
public:
    static constexpr int kRefinement = 2;
    static constexpr int kOrder = 2;
    static constexpr std::int64_t kLeastEvaluations = 2;
    static std::int64_t panelsFor(std::int64_t count) {
        return std::max<std::int64_t>(count - 1, 1);
    }

    TrapezoidRule(Integrand& function, std::int64_t panels) : function_(function), panels_(panels) {
        sum_ = (function_(0) + function_(1)) / 2;
        for (std::int64_t i = 1; i < panels_; ++i) {
            sum_ += function_(static_cast<double>(i) / static_cast<double>(panels_));
        }
    }

    [[nodiscard]] double value() const {
        return sum_ * function_.width() / static_cast<double>(panels_);
    }
    [[nodiscard]] std::int64_t panels() const { return panels_; }
    [[nodiscard]] std::int64_t refinementCost() const { return panels_; }
    void refine() {
        panels_ *= kRefinement;
        for (std::int64_t i = 1; i < panels_; i += kRefinement) {
            sum_ += function_(static_cast<double>(i) / static_cast<double>(panels_));
        }
    }

private:
    Integrand& function_;
    std::int64_t panels_;
    double sum_ = 0;
};

constexpr auto kDescription =
    gantry::describe({"integrators.Trapezoid", "1.0", "Integrates by the composite trapezoid rule"},
                     kProvides, kUses);

}  // namespace

class Trapezoid final : public RuleIntegrator<TrapezoidRule> {
public:
    Trapezoid() : RuleIntegrator(typeid(Trapezoid), kDescription) {}
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::Trapezoid, integrators::kDescription);
