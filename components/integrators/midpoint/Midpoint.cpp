#include "integrators/common/RuleIntegrator.hpp"

namespace integrators {
namespace {

// Three panels for one, so that the old midpoints are midpoints again.
class MidpointRule final {
public:
    static constexpr int kRefinement = 3;
    static constexpr int kOrder = 2;
    static constexpr std::int64_t kLeastEvaluations = 1;
    static std::int64_t panelsFor(std::int64_t count) { return count; }

    MidpointRule(Integrand& function, std::int64_t panels) : function_(function), panels_(panels) {
        for (std::int64_t i = 0; i < panels_; ++i) {
            add(i);
        }
    }

    [[nodiscard]] double value() const {
        return sum_ * function_.width() / static_cast<double>(panels_);
    }
    [[nodiscard]] std::int64_t panels() const { return panels_; }
    [[nodiscard]] std::int64_t refinementCost() const { return 2 * panels_; }
    void refine() {
        panels_ *= kRefinement;
        for (std::int64_t i = 0; i < panels_; i += kRefinement) {
            add(i);
            add(i + 2);
        }
    }

private:
    void add(std::int64_t panel) {
        sum_ += function_((static_cast<double>(panel) + 0.5) / static_cast<double>(panels_));
    }

    Integrand& function_;
    std::int64_t panels_;
    double sum_ = 0;
};

constexpr auto kDescription = gantry::describe(
    {"integrators.Midpoint", "1.0", "Integrates by the composite midpoint rule"}, kProvides, kUses);

}  // namespace

class Midpoint final : public RuleIntegrator<MidpointRule> {
public:
    Midpoint() : RuleIntegrator(typeid(Midpoint), kDescription) {}
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::Midpoint, integrators::kDescription);
