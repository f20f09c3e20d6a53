#include "CostModel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace strategies {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

// Chosen by leaving one family of systems out, on the families that constants may be chosen on
// (bench/tuning/Families.hpp). Slopes are held back as if so many contexts had none.
constexpr double kRidge = 15;
// In standard deviations: a feature that is further from the mean says no more.
constexpr double kFurthest = 3;
// In standard deviations, over all features together: how far a context says something.
constexpr double kReach = 1.4;
// A context of this run counts as so many others, but within this reach.
constexpr double kWeightOfRun = 150;
constexpr double kReachOfRun = 0.3;
// The weight of the linear function beside the near contexts.
constexpr double kWeightOfLine = 0.3;
// Contexts of another kind are further from the line than those that it was made from.
constexpr double kScatterBeyond = 4;
// Costs of one context vary from run to run: no guess is better than this.
constexpr double kLeastError = 0.25;
// Only near contexts say that a candidate fails.
constexpr double kWeightOfNoFailure = 0.5;

// Solves the system of a symmetric positive definite matrix, by rows, in place.
void solve(std::vector<double>& matrix, std::vector<double>& right) {
    const std::size_t n = right.size();
    for (std::size_t k = 0; k < n; ++k) {
        for (std::size_t i = k + 1; i < n; ++i) {
            const double factor = matrix[i * n + k] / matrix[k * n + k];
            for (std::size_t j = k; j < n; ++j) {
                matrix[i * n + j] -= factor * matrix[k * n + j];
            }
            right[i] -= factor * right[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) {
            right[k] -= matrix[k * n + j] * right[j];
        }
        right[k] /= matrix[k * n + k];
    }
}

// How much a context at this distance (squared) says.
double nearnessAt(double squares, bool ofThisRun) {
    const auto within = [&](double reach) { return std::exp(-0.5 * squares / (reach * reach)); };
    return within(kReach) + (ofThisRun ? kWeightOfRun * within(kReachOfRun) : 0);
}

}  // namespace

bool CostModel::fits(const Features& features) const {
    return features.size() == names_.size() &&
           std::equal(features.begin(), features.end(), names_.begin(),
                      [](const auto& feature, const auto& name) { return feature.first == name; });
}

std::vector<double> CostModel::placeOf(const Features& features) const {
    std::vector<double> place(features.size());
    for (std::size_t i = 0; i < place.size(); ++i) {
        place[i] = std::clamp((features[i].second - middle_[i]) / unit_[i], -kFurthest, kFurthest);
    }
    return place;
}

void CostModel::standardise(const std::vector<Experience>& experiences) {
    names_.clear();
    for (const auto& feature : experiences.front().features) {
        names_.push_back(feature.first);
    }
    middle_.assign(names_.size(), 0);
    unit_.assign(names_.size(), 0);
    double count = 0;
    for (const Experience& each : experiences) {
        if (!fits(each.features)) {
            continue;
        }
        // Mean and sum of squares, moved by each value (Welford).
        ++count;
        for (std::size_t i = 0; i < names_.size(); ++i) {
            const double distance = each.features[i].second - middle_[i];
            middle_[i] += distance / count;
            unit_[i] += distance * (each.features[i].second - middle_[i]);
        }
    }
    for (double& unit : unit_) {
        // A feature that never varies says nothing until it does.
        unit = unit > 0 ? std::sqrt(unit / count) : 1;
    }
}

void CostModel::learn(const std::vector<Experience>& experiences) {
    points_.clear();
    lines_.clear();
    if (experiences.empty()) {
        return;
    }
    standardise(experiences);
    for (const Experience& each : experiences) {
        if (fits(each.features)) {
            points_.push_back(
                {placeOf(each.features), each.costs, each.failed, {}, each.ofThisRun});
        }
    }
    for (std::size_t candidate = 0; candidate < candidates_; ++candidate) {
        lines_.push_back(lineOf(candidate));
    }
    for (Point& point : points_) {
        measureBeside(point);
    }
}

void CostModel::add(const Experience& experience) {
    if (!points_.empty() && fits(experience.features)) {
        points_.push_back({placeOf(experience.features),
                           experience.costs,
                           experience.failed,
                           {},
                           experience.ofThisRun});
        measureBeside(points_.back());
    }
}

void CostModel::measureBeside(Point& point) const {
    point.beside.assign(candidates_, kUnknown);
    for (std::size_t i = 0; i < candidates_; ++i) {
        if (point.costs[i] < kUnknown && !lines_[i].slopes.empty()) {
            point.beside[i] = point.costs[i] - valueAt(lines_[i], point.place);
        }
    }
}

double CostModel::valueAt(const Line& line, const std::vector<double>& place) const {
    return std::inner_product(place.begin(), place.end(), line.slopes.begin(), line.slopes.back());
}

// Least squares, with slopes held back.
CostModel::Line CostModel::lineOf(std::size_t candidate) const {
    const std::size_t n = names_.size() + 1;
    std::vector<double> matrix(n * n, 0);
    std::vector<double> right(n, 0);
    double count = 0;
    const auto at = [&](const Point& point, std::size_t i) {
        return i < point.place.size() ? point.place[i] : 1;
    };
    for (const Point& point : points_) {
        const double cost = point.costs[candidate];
        if (!(cost < kUnknown)) {
            continue;
        }
        ++count;
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                matrix[i * n + j] += at(point, i) * at(point, j);
            }
            right[i] += at(point, i) * cost;
        }
    }
    Line line;
    if (count < static_cast<double>(kFewest) / 2) {
        return line;
    }
    for (std::size_t i = 0; i + 1 < n; ++i) {
        matrix[i * n + i] += kRidge;
    }
    solve(matrix, right);
    line.slopes = right;
    for (const Point& point : points_) {
        if (point.costs[candidate] < kUnknown) {
            const double beside = point.costs[candidate] - valueAt(line, point.place);
            line.scatter += kScatterBeyond * beside * beside / count;
        }
    }
    return line;
}

std::vector<Guess> CostModel::guess(const Features& features) const {
    if (points_.size() < kFewest || !fits(features)) {
        return {};
    }
    const std::vector<double> place = placeOf(features);
    std::vector<double> nearness(points_.size());
    for (std::size_t i = 0; i < points_.size(); ++i) {
        double squares = 0;
        for (std::size_t k = 0; k < place.size(); ++k) {
            const double distance = place[k] - points_[i].place[k];
            squares += distance * distance;
        }
        nearness[i] = nearnessAt(squares, points_[i].ofThisRun);
    }
    std::vector<Guess> guesses;
    for (std::size_t candidate = 0; candidate < candidates_; ++candidate) {
        guesses.push_back(guessOf(candidate, place, nearness));
    }
    return guesses;
}

Guess CostModel::guessOf(std::size_t candidate, const std::vector<double>& place,
                         const std::vector<double>& nearness) const {
    const Line& line = lines_[candidate];
    double failed = 0;
    double finished = 0;
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 0; i < points_.size(); ++i) {
        failed += points_[i].failed[candidate] ? nearness[i] : 0;
        const double beside = points_[i].beside[candidate];
        if (beside < kUnknown) {
            finished += nearness[i];
            sum += nearness[i] * beside;
            squares += nearness[i] * beside * beside;
        }
    }
    Guess guess{kUnknown, 0, failed / (failed + finished + kWeightOfNoFailure)};
    if (line.slopes.empty()) {
        return guess;
    }
    const double weight = finished + kWeightOfLine;
    const double shift = sum / weight;
    const double variance = (squares + kWeightOfLine * line.scatter) / weight - shift * shift;
    guess.mean = valueAt(line, place) + shift;
    guess.error = std::sqrt(std::max(variance, 0.0) + kLeastError * kLeastError);
    return guess;
}

}  // namespace strategies
