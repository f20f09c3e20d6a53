#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace strategies {

/// Names and finite values, in the order given.
using Features = std::vector<std::pair<std::string, double>>;

/// What calls of the candidates cost in one context: logarithms; infinity where nothing is known.
struct Experience {
    Features features;
    std::vector<double> costs;
    /// Whether the call failed; it then has no cost.
    std::vector<bool> failed;
    /// Whether this run measured it: its contexts are of one program, so near ones resemble each
    /// other more.
    bool ofThisRun = false;
};

/// What a call of a candidate is expected to cost in a context that it was not called in.
struct Guess {
    /// The logarithm of the cost; infinity where nothing is known.
    double mean;
    /// Its standard deviation.
    double error;
    /// How probable it is that the call fails.
    double failing;
};

/// Costs over features of contexts: for each candidate a linear function of the features, and what
/// the nearest contexts differ from it. The error grows with the distance from all contexts that
/// are known, and with the scatter of those that are near.
///
/// A value; the same experiences in the same order give the same guesses. Costs that another
/// machine measured differ by a factor: the caller shifts all guesses by what it measures itself.
class CostModel final {
public:
    /// With fewer contexts of the same features there is no model.
    static constexpr std::size_t kFewest = 12;

    explicit CostModel(std::size_t candidates = 0) : candidates_(candidates) {}

    /// The order matters only for rounding. Those whose features have other names than the first
    /// one's are left out. Linear in their number; all later guesses rest on it.
    void learn(const std::vector<Experience>& experiences);
    /// Adds one context to the near ones, without a new linear function.
    void add(const Experience& experience);
    [[nodiscard]] std::size_t size() const { return points_.size(); }

    /// One guess for each candidate; empty where there is no model for these features. Linear in
    /// the numbers of contexts and candidates.
    [[nodiscard]] std::vector<Guess> guess(const Features& features) const;

private:
    struct Point {
        std::vector<double> place;  ///< features in standard deviations
        std::vector<double> costs;  ///< as in Experience
        std::vector<bool> failed;
        std::vector<double> beside;  ///< costs beside the linear function
        bool ofThisRun = false;
    };
    /// Of one candidate.
    struct Line {
        std::vector<double> slopes;  ///< the last one is the constant; empty: too little is known
        double scatter = 0;          ///< variance beside it
    };

    [[nodiscard]] bool fits(const Features& features) const;
    [[nodiscard]] std::vector<double> placeOf(const Features& features) const;
    [[nodiscard]] Line lineOf(std::size_t candidate) const;
    [[nodiscard]] double valueAt(const Line& line, const std::vector<double>& place) const;
    [[nodiscard]] Guess guessOf(std::size_t candidate, const std::vector<double>& place,
                                const std::vector<double>& nearness) const;
    void standardise(const std::vector<Experience>& experiences);
    void measureBeside(Point& point) const;

    std::size_t candidates_;
    std::vector<std::string> names_;
    std::vector<double> middle_;
    std::vector<double> unit_;
    std::vector<Point> points_;
    std::vector<Line> lines_;
};

}  // namespace strategies
