#include "Peaks.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include "PointSets.hpp"

namespace gates {
namespace {

constexpr std::int64_t kFirstLook = 4096;
constexpr std::size_t kStarts = 8;
constexpr std::size_t kMostPeaks = 4;
// Of the cube: at a peak below it gathered points save more evaluations than they cost, far below
// it a few thousand even points meet the peak by accident only.
constexpr double kNarrow = 0.1;
// Of the accuracy: what contributes less does not count.
constexpr double kShare = 0.01;
constexpr double kLeastStep = 1e-7;

struct Height {
    double value = 0;
    std::vector<double> at;
};

/// |f| over the unit cube.
class Heights final {
public:
    explicit Heights(integrators::MultiIntegrand& integrand) : integrand_(integrand) {}
    double operator()(const std::vector<double>& x) { return std::abs(integrand_(x.data())); }

private:
    integrators::MultiIntegrand& integrand_;
};

// The highest points, the highest first.
std::vector<Height> look(integrators::MultiIntegrand& integrand, std::int64_t maxEvaluations) {
    constexpr std::uint64_t kSeed = 0x6c6f6f6b;
    std::mt19937_64 random(kSeed);
    const auto variables = static_cast<std::size_t>(integrand.dimension());
    std::vector<double> shift(variables);
    for (double& each : shift) {
        each = static_cast<double>(random() >> 11U) * 0x1p-53;
    }
    Heights heights(integrand);
    Lattice lattice(0);
    std::vector<double> point(variables);
    std::vector<Height> highest;
    // A shifted lattice: the shift keeps its first point away from the corner, where many functions
    // are 0.
    for (std::int64_t i = 0; i < kFirstLook || (highest.empty() && i < maxEvaluations); ++i) {
        lattice.next(point);
        for (std::size_t v = 0; v < variables; ++v) {
            point[v] += shift[v];
            point[v] -= std::floor(point[v]);
        }
        const double height = heights(point);
        if (height > 0 && (highest.size() < kStarts || height > highest.back().value)) {
            // Sorted insertion into a list of eight: no heap is worth its code.
            const auto place =
                std::find_if(highest.begin(), highest.end(),
                             [&](const Height& other) { return other.value < height; });
            highest.insert(place, {height, point});
            highest.resize(std::min(highest.size(), kStarts));
        }
    }
    return highest;
}

// Steps along the variables that grow while they lead upwards and shrink where they do not.
Height climb(Heights& heights, Height from) {
    const std::size_t variables = from.at.size();
    // Of the unit cube: below the distance of the first points along one variable, so that the
    // climb stays at the peak it began at.
    std::vector<double> steps(variables, 0.02);
    // A bound of the evaluations for functions whose ridges are not along the axes, where this
    // climbs slowly.
    std::size_t left = 200 * (variables + 1);
    bool moving = true;
    while (moving && left > 0) {
        moving = false;
        for (std::size_t v = 0; v < variables && left > 0; ++v) {
            bool up = false;
            for (const double direction : {1.0, -1.0}) {
                const double before = from.at[v];
                from.at[v] = std::clamp(before + direction * steps[v], 0.0, 1.0);
                const double height = heights(from.at);
                left -= left > 0 ? 1 : 0;
                if (height > from.value) {
                    from.value = height;
                    // The sign of the step remembers the direction that led upwards.
                    steps[v] *= direction * 2;
                    up = true;
                    break;
                }
                from.at[v] = before;
            }
            steps[v] *= up ? 1 : 0.5;
            moving = moving || std::abs(steps[v]) > kLeastStep;
        }
    }
    return from;
}

// How far from the summit, along one variable, the function has fallen to a half.
double reach(Heights& heights, Height& summit, std::size_t variable, double direction) {
    const double centre = summit.at[variable];
    const double end = direction > 0 ? 1 - centre : centre;
    double step = kLeastStep;
    // Doubling: the order of magnitude of the width is enough, and narrow peaks need small first
    // steps.
    const auto isAboveHalf = [&] {
        summit.at[variable] = centre + direction * step;
        return heights(summit.at) > summit.value / 2;
    };
    while (step < end && isAboveHalf()) {
        step *= 2;
    }
    summit.at[variable] = centre;
    return std::min(step, end);
}

std::vector<double> halfWidths(Heights& heights, Height& summit) {
    std::vector<double> widths;
    for (std::size_t v = 0; v < summit.at.size(); ++v) {
        const double width = reach(heights, summit, v, 1) + reach(heights, summit, v, -1);
        widths.push_back(std::max(width / 2, kLeastStep));
    }
    return widths;
}

}  // namespace

Peak::Peak(std::vector<double> centre, std::vector<double> halfWidth) {
    for (std::size_t v = 0; v < centre.size(); ++v) {
        // The distribution function of Cauchy's distribution is an arc tangent; its values at the
        // faces cut it off, and move() inverts it.
        const double low = std::atan(-centre[v] / halfWidth[v]);
        const double up = std::atan((1 - centre[v]) / halfWidth[v]);
        sides_.push_back({centre[v], halfWidth[v], low, up - low});
    }
}

double Peak::density(const std::vector<double>& x) const {
    double density = 1;
    for (std::size_t v = 0; v < sides_.size(); ++v) {
        const Side& side = sides_[v];
        const double distance = (x[v] - side.centre) / side.halfWidth;
        density /= side.halfWidth * side.angle * (1 + distance * distance);
    }
    return density;
}

void Peak::move(const std::vector<double>& u, std::vector<double>& x) const {
    for (std::size_t v = 0; v < sides_.size(); ++v) {
        const Side& side = sides_[v];
        const double moved =
            side.centre + side.halfWidth * std::tan(side.lowAngle + u[v] * side.angle);
        x[v] = std::clamp(moved, 0.0, 1.0);
    }
}

bool Peak::includes(const std::vector<double>& x) const {
    for (std::size_t v = 0; v < sides_.size(); ++v) {
        if (std::abs(x[v] - sides_[v].centre) > 3 * sides_[v].halfWidth) {
            return false;
        }
    }
    return true;
}

std::vector<Peak> findPeaks(integrators::MultiIntegrand& integrand, double accuracy,
                            std::int64_t maxEvaluations) {
    const std::vector<Height> starts = look(integrand, maxEvaluations);
    std::vector<Peak> narrow;
    Heights heights(integrand);
    // Wide ones too, so that nobody climbs to them twice.
    std::vector<Peak> known;
    for (const Height& start : starts) {
        const bool climbed = std::any_of(known.begin(), known.end(),
                                         [&](const Peak& peak) { return peak.includes(start.at); });
        if (climbed || narrow.size() == kMostPeaks) {
            continue;
        }
        Height summit = climb(heights, start);
        const std::vector<double> widths = halfWidths(heights, summit);
        Peak peak(summit.at, widths);
        double volume = 1;
        for (const double width : widths) {
            volume *= std::min(2 * width, 1.0);
        }
        const bool repeated = std::any_of(known.begin(), known.end(), [&](const Peak& other) {
            return other.includes(summit.at);
        });
        known.push_back(peak);
        if (!repeated && volume < kNarrow && summit.value * volume > kShare * accuracy) {
            narrow.push_back(std::move(peak));
        }
    }
    return narrow;
}

}  // namespace gates
