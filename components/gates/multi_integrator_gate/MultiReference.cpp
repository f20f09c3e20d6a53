#include "MultiReference.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "Peaks.hpp"
#include "PointSets.hpp"

namespace gates {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr std::size_t kShifts = 16;
// Two in a thousand of Student's deviates with 15 degrees of freedom lie further out.
constexpr double kDeviations = 3.73;
// Of each shift; fewer may agree by accident.
constexpr std::int64_t kLeastPoints = 512;

// A search of peaks, and the first points of three rules.
constexpr std::int64_t kLeastEvaluations = 32768;

// Open: points are used as they are. Folded: by the tent transformation.
enum class Ends { Open, Folded };

/// A rule whose points are doubled on demand. With peaks, f is cut into parts: f times the share
/// that the density of each kind of points has in all densities. Each part is integrated by its
/// own kind of points, whose weight cancels that density: all kinds together sample f / densities.
class ShiftedRule final {
public:
    ShiftedRule(std::unique_ptr<PointSet> points, Ends ends, std::uint64_t seed,
                integrators::MultiIntegrand& integrand, const std::vector<Peak>& peaks)
        : points_(std::move(points)), ends_(ends), integrand_(integrand), peaks_(peaks) {
        const auto variables = static_cast<std::size_t>(integrand.dimension());
        std::mt19937_64 random(seed);
        for (std::vector<double>& shift : shifts_) {
            for (std::size_t v = 0; v < variables; ++v) {
                // 53 random bits give a double in [0, 1) on every platform;
                // std::uniform_real_distribution does not promise the same numbers everywhere.
                shift.push_back(static_cast<double>(random() >> 11U) * 0x1p-53);
            }
        }
        base_.resize(variables);
        even_.resize(variables);
        moved_.resize(variables);
    }

    /// Evaluations that the next doubling takes.
    [[nodiscard]] std::int64_t nextCost() const {
        const std::int64_t more = count_ == 0 ? kLeastPoints : count_;
        return more * static_cast<std::int64_t>(kShifts * (peaks_.size() + 1));
    }
    void refine() {
        const std::int64_t goal = count_ == 0 ? kLeastPoints : 2 * count_;
        for (; count_ < goal; ++count_) {
            points_->next(base_);
            for (std::size_t s = 0; s < kShifts; ++s) {
                // All shifts use the same points: one set of points is made, and 16 independent
                // estimates come of it.
                sums_[s] += sample(shifts_[s]);
            }
        }
        judge();
    }
    [[nodiscard]] double value() const { return value_; }
    [[nodiscard]] double error() const { return error_; }

private:
    double sample(const std::vector<double>& shift) {
        for (std::size_t v = 0; v < even_.size(); ++v) {
            const double sum = base_[v] + shift[v];
            const double share = sum - std::floor(sum);
            // The tent transformation folds the cube on itself, so that the function is continuous
            // across the faces, as lattices want it.
            even_[v] = ends_ == Ends::Folded ? 1 - std::abs(2 * share - 1) : share;
        }
        double sum = weighted(even_);
        for (const Peak& peak : peaks_) {
            peak.move(even_, moved_);
            sum += weighted(moved_);
        }
        return sum;
    }
    double weighted(const std::vector<double>& x) {
        double densities = 1;
        for (const Peak& peak : peaks_) {
            // Starts at 1, the density of the plain points: so the quotient is bounded where f is.
            densities += peak.density(x);
        }
        return integrand_(x.data()) / densities;
    }
    void judge() {
        const auto n = static_cast<double>(count_);
        double sum = 0;
        for (const double each : sums_) {
            sum += each / n;
        }
        // Shifts are independent, points within one are not: so only the spread of the shifts'
        // means says how large the error is.
        value_ = sum / kShifts;
        double squares = 0;
        for (const double each : sums_) {
            squares += (each / n - value_) * (each / n - value_);
        }
        error_ = kDeviations * std::sqrt(squares / (kShifts * (kShifts - 1)));
    }

    std::unique_ptr<PointSet> points_;
    Ends ends_;
    integrators::MultiIntegrand& integrand_;
    const std::vector<Peak>& peaks_;
    std::array<std::vector<double>, kShifts> shifts_;
    std::array<double, kShifts> sums_{};
    std::int64_t count_ = 0;
    double value_ = 0;
    double error_ = kInfinity;
    std::vector<double> base_;
    std::vector<double> even_;
    std::vector<double> moved_;
};

/// The two lattices and the third rule, over one function.
class Rules final {
public:
    Rules(integrators::MultiIntegrand& integrand, const std::vector<Peak>& peaks, double accuracy)
        : negligible_(accuracy / 16),
          one_(std::make_unique<Lattice>(0), Ends::Folded, 0x6f6e65, integrand, peaks),
          other_(std::make_unique<Lattice>(1), Ends::Folded, 0x6f74686572, integrand, peaks),
          third_(std::make_unique<Halton>(integrand.dimension(), 0x646967697473), Ends::Open,
                 0x7468697264, integrand, peaks) {}

    /// The rule whose points are to be doubled next, for an uncertainty of at most wanted; null
    /// where there is none.
    [[nodiscard]] ShiftedRule* next(double wanted) {
        if (!(ofBoth() <= wanted)) {
            // The worse one gains most by a doubling.
            return one_.error() >= other_.error() ? &one_ : &other_;
        }
        // Every rule begins before any result counts. The third rule costs its first points only,
        // unless the two others contradict each other.
        const bool needed = !std::isfinite(third_.error()) || isDisputed();
        constexpr double kHalf = 2;
        return needed && third_.error() > kHalf * wanted ? &third_ : nullptr;
    }
    [[nodiscard]] double value() const { return better().value(); }
    /// Infinite until all have begun.
    [[nodiscard]] double uncertainty() const {
        double uncertainty = ofBoth();
        if (!std::isfinite(third_.error())) {
            return kInfinity;
        }
        if (isDisputed()) {
            constexpr double kShare = 0.5;
            uncertainty =
                std::max(uncertainty + std::abs(third_.value() - value()), kShare * third_.error());
        }
        return uncertainty;
    }

private:
    [[nodiscard]] const ShiftedRule& better() const {
        return one_.error() <= other_.error() ? one_ : other_;
    }
    // Half of the worse error: a rule that by chance looks exact must not hide what the other one
    // sees.
    [[nodiscard]] double ofBoth() const {
        const double less = std::min(one_.error(), other_.error());
        const double more = std::max(one_.error(), other_.error());
        const double uncertainty =
            std::abs(one_.value() - other_.value()) + std::max(less, more / 2);
        return std::isfinite(uncertainty) ? uncertainty : kInfinity;
    }
    [[nodiscard]] bool isDisputed() const {
        const double difference = std::abs(one_.value() - other_.value());
        return difference > std::hypot(one_.error(), other_.error()) + negligible_ ||
               std::abs(third_.value() - value()) > third_.error() + ofBoth() + negligible_;
    }

    // Differences of roundings dispute nothing.
    double negligible_;
    ShiftedRule one_;
    ShiftedRule other_;
    ShiftedRule third_;
};

}  // namespace

Reference multiReference(integrators::MultiIntegrand& integrand, double accuracy,
                         std::int64_t maxEvaluations) {
    constexpr double kShare = 4;
    const std::int64_t before = integrand.evaluations();
    const auto spent = [&] { return integrand.evaluations() - before; };
    if (integrand.dimension() > PointSet::kMostVariables || maxEvaluations < kLeastEvaluations) {
        return {0, kInfinity, 0};
    }
    // At most half of the evaluations for the search, or nothing is left for the rules.
    const std::vector<Peak> peaks = findPeaks(integrand, accuracy, maxEvaluations / 2);
    Rules rules(integrand, peaks, accuracy);
    while (ShiftedRule* const rule = rules.next(accuracy / kShare)) {
        if (rule->nextCost() > maxEvaluations - spent()) {
            break;
        }
        rule->refine();
    }
    return {rules.value(), rules.uncertainty(), spent()};
}

}  // namespace gates
