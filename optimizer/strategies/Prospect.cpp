#include "Prospect.hpp"

#include <algorithm>
#include <cmath>

namespace strategies {
namespace {

double normalProbability(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

// The share of the mean cost below that many standard deviations.
double below(const Belief& belief, double z) {
    return std::exp(belief.mean + belief.error * belief.error / 2) *
           normalProbability(z - belief.error);
}

}  // namespace

double Belief::gain(double best) const {
    const double z = (best - mean) / error;
    return std::exp(best) * normalProbability(z) - below(*this, z);
}

double Belief::price(double best, double limit) const {
    const double z = (limit - mean) / error;
    const double completes = normalProbability(z);
    return below(*this, z) - std::exp(best) * completes + std::exp(limit) * (1 - completes);
}

Prospect::Prospect(const Arm& arm, double beyondModel, double setUp)
    : next{arm.guess + beyondModel, arm.guessError}, later(next) {
    if (arm.known()) {
        // Two measurements of one cost: by their precisions.
        const double ofModel = 1 / (later.error * later.error);
        const double ofCall = 1 / (kSetUpError * kSetUpError);
        later.mean = (ofModel * later.mean + ofCall * (arm.mean - setUp)) / (ofModel + ofCall);
        later.error = 1 / std::sqrt(ofModel + ofCall);
        if (arm.aborts > 0) {
            later.mean = std::max(later.mean, arm.bound + kBeyondBound);
        }
        next = later;
        return;
    }
    if (arm.aborts > 0) {
        later.mean = std::max(later.mean, arm.bound + kBeyondBound - setUp);
    }
    next = {later.mean + setUp, std::hypot(later.error, kSetUpError)};
}

double Prospect::limit(double best, double abortFactor) const {
    return std::max(best, next.mean) + std::log(abortFactor);
}

double Prospect::worth(double best, double abortFactor, double calls) const {
    return later.gain(best) * calls - next.price(best, limit(best, abortFactor));
}

}  // namespace strategies
