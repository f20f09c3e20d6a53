#include "ReferenceIntegral.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

namespace gates {
namespace {

// Kronrod's 15 points on [-1, 1], from the outermost to the middle; every second one is of
// Gauss' 7.
constexpr std::array<double, 8> kPoints{
    0.991455371120812639206854697526329, 0.949107912342758524526189684047851,
    0.864864423359769072789712788640926, 0.741531185599394439863864773280788,
    0.586087235467691130294144691693013, 0.405845151377397166906606412076961,
    0.207784955007898467600689403773245, 0.0};
constexpr std::array<double, 8> kKronrod{
    0.022935322010529224963732008058970, 0.063092092629978553290700663189204,
    0.104790010322250183839876322541518, 0.140653259715525918745189590510238,
    0.169004726639267902826583426598550, 0.190350578064785409913256402421014,
    0.204432940075298892414161999234649, 0.209482141084727828012999174891714};
constexpr std::array<double, 4> kGauss{
    0.129484966168869693270611432679082, 0.279705391489276667901467771423780,
    0.381830050505118944950369775488975, 0.417959183673469387755102040816327};
constexpr std::int64_t kEvaluationsPerPiece = 15;

struct Piece {
    double low;
    double up;
    double value;
    double error;

    friend bool operator<(const Piece& a, const Piece& b) { return a.error < b.error; }
};

struct Sum {
    double value = 0;
    double error = 0;
    std::int64_t evaluations = 0;
};

class Adaptive final {
public:
    Adaptive(numeric::FunctionPort& function, double lowBound, double upBound)
        : function_(function), low_(lowBound), width_(upBound - lowBound) {}

    // Pieces whose edges are the multiples of an irrational number, modulo 1.
    Sum integrate(int pieces, double irrational, double accuracy, std::int64_t maxEvaluations) {
        std::vector<double> edges{0, 1};
        for (int k = 1; k < pieces; ++k) {
            edges.push_back(std::fmod(k * irrational, 1.0));
        }
        std::sort(edges.begin(), edges.end());
        std::priority_queue<Piece> queue;
        Sum sum;
        double error = 0;
        const auto add = [&](double low, double up) {
            const Piece piece = evaluate(low, up);
            error += piece.error;
            queue.push(piece);
            sum.evaluations += kEvaluationsPerPiece;
        };
        for (std::size_t i = 1; i < edges.size(); ++i) {
            add(edges[i - 1], edges[i]);
        }
        // The running sum of errors loses digits; what is left in the queue is added up at the end.
        while (error > accuracy && std::isfinite(error) &&
               sum.evaluations + 2 * kEvaluationsPerPiece <= maxEvaluations) {
            const Piece worst = queue.top();
            const double middle = (worst.low + worst.up) / 2;
            // The piece is as short as doubles allow.
            if (middle <= worst.low || middle >= worst.up) {
                break;
            }
            queue.pop();
            error -= worst.error;
            add(worst.low, middle);
            add(middle, worst.up);
        }
        for (; !queue.empty(); queue.pop()) {
            sum.value += queue.top().value;
            sum.error += queue.top().error;
        }
        return sum;
    }

private:
    Piece evaluate(double low, double up) {
        const double centre = (low + up) / 2;
        const double half = (up - low) / 2;
        double kronrod = 0;
        double gauss = 0;
        for (std::size_t i = 0; i < kPoints.size(); ++i) {
            const bool middle = i + 1 == kPoints.size();
            double value = at(centre - half * kPoints[i]);
            value += middle ? 0 : at(centre + half * kPoints[i]);
            kronrod += kKronrod[i] * value;
            gauss += i % 2 == 1 ? kGauss[i / 2] * value : 0;
        }
        const double scale = half * width_;
        const double error = std::abs((kronrod - gauss) * scale);
        return {low, up, kronrod * scale,
                // A NaN would compare false with everything and break the order of the queue.
                std::isnan(error) ? std::numeric_limits<double>::infinity() : error};
    }
    double at(double share) { return function_.evaluate(low_ + share * width_); }

    numeric::FunctionPort& function_;
    double low_;
    double width_;
};

}  // namespace

Reference referenceIntegral(numeric::FunctionPort& function, double lowBound, double upBound,
                            double accuracy, std::int64_t maxEvaluations) {
    // Different numbers of pieces with different irrational edges: fractional parts of multiples of
    // the golden ratio's and of sqrt(2), so no edge of one is an edge of the other.
    constexpr int kPieces = 47;
    constexpr int kOtherPieces = 59;
    constexpr double kGolden = 0.618033988749894848;
    constexpr double kRoot = 0.414213562373095049;
    constexpr double kShare = 20;
    if (lowBound == upBound) {
        return {};
    }
    Adaptive adaptive(function, lowBound, upBound);
    const std::int64_t half = maxEvaluations / 2;
    const Sum first = adaptive.integrate(kPieces, kGolden, accuracy / kShare, half);
    const Sum second = adaptive.integrate(kOtherPieces, kRoot, accuracy / kShare, half);
    Reference reference;
    reference.value = (first.value + second.value) / 2;
    reference.uncertainty =
        std::abs(first.value - second.value) / 2 + std::max(first.error, second.error);
    if (!std::isfinite(reference.value) || !std::isfinite(reference.uncertainty)) {
        reference.uncertainty = std::numeric_limits<double>::infinity();
    }
    reference.evaluations = first.evaluations + second.evaluations;
    return reference;
}

}  // namespace gates
