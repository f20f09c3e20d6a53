#include "integrators/common/RuleIntegrator.hpp"

namespace integrators {
namespace {

// Panels are counted singly and are even in number.
class SimpsonRule final {
public:
    static constexpr int kRefinement = 2;
    static constexpr int kOrder = 4;
    static constexpr std::int64_t kLeastEvaluations = 3;
    static std::int64_t panelsFor(std::int64_t count) {
        return std::max<std::int64_t>((count - 1) / 2 * 2, 2);
    }

    SimpsonRule(Integrand& function, std::int64_t panels) : function_(function), panels_(panels) {
        ends_ = function_(0) + function_(1);
        for (std::int64_t i = 2; i < panels_; i += 2) {
            even_ += at(i);
        }
        sumOddPoints();
    }

    [[nodiscard]] double value() const {
        return (ends_ + 4 * odd_ + 2 * even_) * function_.width() /
               (3 * static_cast<double>(panels_));
    }
    [[nodiscard]] std::int64_t panels() const { return panels_; }
    [[nodiscard]] std::int64_t refinementCost() const { return panels_; }
    // The points of the coarser rule are the even ones of the finer: nothing is evaluated twice.
    void refine() {
        panels_ *= kRefinement;
        even_ += odd_;
        sumOddPoints();
    }

private:
    double at(std::int64_t point) {
        return function_(static_cast<double>(point) / static_cast<double>(panels_));
    }
    void sumOddPoints() {
        odd_ = 0;
        for (std::int64_t i = 1; i < panels_; i += 2) {
            odd_ += at(i);
        }
    }

    Integrand& function_;
    std::int64_t panels_;
    double ends_ = 0;
    double even_ = 0;
    double odd_ = 0;
};

constexpr auto kDescription = gantry::describe(
    {"integrators.Simpson", "1.0", "Integrates by the composite Simpson rule"}, kProvides, kUses);

}  // namespace

class Simpson final : public RuleIntegrator<SimpsonRule> {
public:
    Simpson() : RuleIntegrator(typeid(Simpson), kDescription) {}
};

}  // namespace integrators

GANTRY_COMPONENT(integrators::Simpson, integrators::kDescription);
