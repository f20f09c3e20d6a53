#pragma once

#include <cstdint>
#include <vector>

#include "integrators/common/MultiIntegrator.hpp"

namespace gates {

/// A place of the unit cube where a function is much larger than around it, and points that
/// accumulate there: in each variable as Cauchy's distribution of that centre and width, cut off at
/// the faces of the cube.
class Peak final {
public:
    /// One number for each variable: centre within [0, 1], halfWidth above 0.
    Peak(std::vector<double> centre, std::vector<double> halfWidth);

    /// How densely the points are at x, where evenly spread ones have the density 1.
    [[nodiscard]] double density(const std::vector<double>& x) const;
    /// Where the point u of evenly spread ones is moved to.
    void move(const std::vector<double>& u, std::vector<double>& x) const;
    /// Whether x is within three half widths.
    [[nodiscard]] bool includes(const std::vector<double>& x) const;

private:
    struct Side {
        double centre;
        double halfWidth;
        /// Of the faces of the cube, seen from the centre: between them lies all of the variable.
        double lowAngle;
        double angle;
    };
    std::vector<Side> sides_;
};

/// The peaks that evenly spread points would meet too seldom, at most four. Climbs from the highest
/// of some thousand points to the summits of |f|, and measures how wide they are. Where all points
/// are 0 it goes on looking until maxEvaluations are spent: a peak may be so narrow that it
/// vanishes at most places. accuracy: what a peak has to contribute a share of, to count. A summit
/// on an even plain, which no point shows, cannot be found.
std::vector<Peak> findPeaks(integrators::MultiIntegrand& integrand, double accuracy,
                            std::int64_t maxEvaluations);

}  // namespace gates
