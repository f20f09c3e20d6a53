#pragma once

#include <cstddef>
#include <vector>

/// Statistics of two samples that ask nothing of the shape of their noise. All values are finite;
/// another one throws std::invalid_argument, and so does an empty sample. Pure functions.
namespace gantry::perf {

/// The middle value, or the mean of the two in the middle.
double median(std::vector<double> values);

double mean(const std::vector<double>& values);

/// How likely values at least as far apart are where both samples come from one distribution: the
/// two-sided test of Mann and Whitney. Exact without ties up to 25 values each, and for other sizes
/// with as few arrangements, such as 3 and 1,000; else by the normal distribution, corrected for
/// ties, and never below what the exact test can reach. 1 where all values are equal. Cost: a sort,
/// and n^2 m for the exact test of n and m values, the smaller number twice.
double rankTest(const std::vector<double>& a, const std::vector<double>& b);

/// By how much b is above a, and the interval that holds the truth with the confidence asked for.
/// Bounds are infinite where the samples are too small for that confidence.
struct Shift {
    double value = 0;
    double low = 0;
    double high = 0;
};

/// The shift of Hodges and Lehmann: the median of all differences of a value of b and one of a.
/// confidence: such as 0.95. Memory and time: the product of the sizes.
Shift shiftBetween(const std::vector<double>& a, const std::vector<double>& b, double confidence);

/// The least p that rankTest() can give for samples of these sizes. 2 / (number of ways to choose
/// one sample out of all values): below 1 % from 5 values each on.
double smallestP(std::size_t a, std::size_t b);

/// The number of values each from which rankTest() can give at most p. At most 1000.
std::size_t runsForP(double p);

/// Which of the hypotheses are rejected so that at most this part of them is expected to be wrong
/// (Benjamini and Hochberg 1995). In the order of p. All p must be from independent tests, or
/// positively dependent ones, as rows of one run are.
std::vector<bool> discoveries(const std::vector<double>& p, double rate);

/// Two-sided p of a value that has the standard normal distribution.
double normalP(double z);

/// The z for which a standard normal value is within +-z with this confidence. By bisection of
/// normalP(): 1.96 for 0.95.
double normalBound(double confidence);

}  // namespace gantry::perf
