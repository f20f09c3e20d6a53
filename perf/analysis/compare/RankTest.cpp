#include <perf/analysis/compare/RankTest.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

// The counts of 25 and 25 values are below 2^53, so that they are exact in double; so are those of
// any other sizes with as many arrangements or fewer.
constexpr std::size_t kMostExact = 25;
// Counting is to take below a second: it costs this many steps for each value of the smaller
// sample.
constexpr std::size_t kMostCounts = 100'000;

void require(const std::vector<double>& values) {
    if (values.empty()) {
        throw std::invalid_argument("statistics need at least one value");
    }
    if (!std::all_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); })) {
        throw std::invalid_argument("a value is not a finite number");
    }
}

// How many of the arrangements of n and m values have each U, from 0 to n * m: the coefficients of
// the Gaussian binomial (n + m over n). Built up by one value of the first sample at a time:
// multiplying by 1 - q^(m+i) and dividing by 1 - q^i, in place.
std::vector<double> arrangements(std::size_t n, std::size_t m) {
    const std::size_t size = n * m + 1;
    std::vector<double> count(size, 0.0);
    count[0] = 1;
    for (std::size_t i = 1; i <= n; ++i) {
        for (std::size_t u = size; u-- > m + i;) {
            count[u] -= count[u - m - i];
        }
        for (std::size_t u = i; u < size; ++u) {
            count[u] += count[u - i];
        }
    }
    return count;
}

bool isExact(std::size_t n, std::size_t m) {
    return n * m <= kMostCounts && smallestP(n, m) >= smallestP(kMostExact, kMostExact);
}

struct Ranked {
    double u = 0;     ///< of the first sample
    double ties = 0;  ///< sum of t^3 - t
};

// Values that are equal get the mean of their ranks.
Ranked rankedOf(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<std::pair<double, bool>> all;
    all.reserve(a.size() + b.size());
    for (const double value : a) {
        all.emplace_back(value, true);
    }
    for (const double value : b) {
        all.emplace_back(value, false);
    }
    std::sort(all.begin(), all.end());
    Ranked ranked;
    double rankSum = 0;
    for (std::size_t begin = 0; begin < all.size();) {
        std::size_t end = begin;
        while (end < all.size() && all[end].first == all[begin].first) {
            ++end;
        }
        const auto tied = static_cast<double>(end - begin);
        const double rank = (static_cast<double>(begin + end) + 1) / 2;
        for (std::size_t i = begin; i < end; ++i) {
            rankSum += all[i].second ? rank : 0;
        }
        ranked.ties += tied * tied * tied - tied;
        begin = end;
    }
    const auto n = static_cast<double>(a.size());
    ranked.u = rankSum - n * (n + 1) / 2;
    return ranked;
}

// The standard deviation of U where both samples come from one distribution, with the correction
// for ties.
double spreadOf(double n, double m, double ties) {
    const double all = n + m;
    // Sum of t^3 - t over groups of t equal values, as usual for ranks with ties.
    return std::sqrt(n * m / 12 * (all + 1 - ties / (all * (all - 1))));
}

double exactP(std::size_t n, std::size_t m, double u) {
    const std::vector<double> count = arrangements(std::min(n, m), std::max(n, m));
    const double all = std::accumulate(count.begin(), count.end(), 0.0);
    // The distribution of U is symmetric, so the lower tail counts twice. Without ties U is a whole
    // number.
    const auto least = static_cast<std::size_t>(std::min(u, static_cast<double>(n * m) - u));
    double tail = 0;
    for (std::size_t i = 0; i <= least; ++i) {
        tail += count[i];
    }
    return std::min(1.0, 2 * tail / all);
}

// How many of the smallest and of the largest differences are outside of the interval. The
// interval is made of the k-th smallest and k-th largest difference; 0 where no k has the
// confidence.
std::size_t outside(std::size_t n, std::size_t m, double alpha) {
    if (isExact(n, m)) {
        const std::vector<double> count = arrangements(std::min(n, m), std::max(n, m));
        const double all = std::accumulate(count.begin(), count.end(), 0.0);
        double tail = 0;
        std::size_t k = 0;
        while (k < count.size() && (tail + count[k]) / all <= alpha / 2) {
            tail += count[k++];
        }
        return k;
    }
    const auto x = static_cast<double>(n);
    const auto y = static_cast<double>(m);
    const double k = x * y / 2 - normalBound(1 - alpha) * spreadOf(x, y, 0);
    return k <= 0 ? 0 : static_cast<std::size_t>(k);
}

}  // namespace

double median(std::vector<double> values) {
    require(values);
    const std::size_t middle = values.size() / 2;
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(middle);
    std::nth_element(values.begin(), place, values.end());
    // nth_element leaves the smaller values in front, the largest of which is the other one in the
    // middle.
    const double upper = *place;
    return values.size() % 2 == 1 ? upper : (upper + *std::max_element(values.begin(), place)) / 2;
}

double mean(const std::vector<double>& values) {
    require(values);
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// The correction by 0.5 is for continuity.
double rankTest(const std::vector<double>& a, const std::vector<double>& b) {
    require(a);
    require(b);
    const Ranked ranked = rankedOf(a, b);
    if (ranked.ties == 0 && isExact(a.size(), b.size())) {
        return exactP(a.size(), b.size(), ranked.u);
    }
    const auto n = static_cast<double>(a.size());
    const auto m = static_cast<double>(b.size());
    const double spread = spreadOf(n, m, ranked.ties);
    if (!(spread > 0)) {
        return 1;
    }
    const double distance = std::max(0.0, std::abs(ranked.u - n * m / 2) - 0.5);
    // The approximation can fall below what any arrangement of so few values can give.
    return std::max(normalP(distance / spread), smallestP(a.size(), b.size()));
}

Shift shiftBetween(const std::vector<double>& a, const std::vector<double>& b, double confidence) {
    require(a);
    require(b);
    std::vector<double> differences;
    differences.reserve(a.size() * b.size());
    for (const double before : a) {
        for (const double after : b) {
            differences.push_back(after - before);
        }
    }
    std::sort(differences.begin(), differences.end());
    const std::size_t k = outside(a.size(), b.size(), 1 - confidence);
    constexpr double kUnknown = std::numeric_limits<double>::infinity();
    const double value = median(differences);
    if (k == 0) {
        return {value, -kUnknown, kUnknown};
    }
    return {value, differences[k - 1], differences[differences.size() - k]};
}

double smallestP(std::size_t a, std::size_t b) {
    double ways = 1;
    for (std::size_t i = 1; i <= std::min(a, b); ++i) {
        ways *= static_cast<double>(a + b - std::min(a, b) + i) / static_cast<double>(i);
    }
    return std::min(1.0, 2 / ways);
}

std::size_t runsForP(double p) {
    std::size_t runs = 1;
    while (runs < 1000 && smallestP(runs, runs) > p) {
        ++runs;
    }
    return runs;
}

// The largest i with p(i) <= rate i / n, and all before it.
std::vector<bool> discoveries(const std::vector<double>& p, double rate) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t x, std::size_t y) { return p[x] < p[y]; });
    std::size_t found = 0;
    for (std::size_t i = 0; i < order.size(); ++i) {
        const double limit = rate * static_cast<double>(i + 1) / static_cast<double>(p.size());
        found = p[order[i]] <= limit ? i + 1 : found;
    }
    std::vector<bool> rejected(p.size(), false);
    for (std::size_t i = 0; i < found; ++i) {
        rejected[order[i]] = true;
    }
    return rejected;
}

double normalP(double z) {
    return std::erfc(std::abs(z) / std::sqrt(2.0));
}

double normalBound(double confidence) {
    double low = 0;
    double high = 40;
    for (int step = 0; step < 100; ++step) {
        const double middle = (low + high) / 2;
        (normalP(middle) > 1 - confidence ? low : high) = middle;
    }
    return high;
}

}  // namespace gantry::perf
