#include "solvers/common/checks.hpp"

#include <cmath>
#include <string>

#include "solvers/common/InvalidInput.hpp"
#include "solvers/common/Matrix.hpp"

namespace solvers {
namespace {

// A NaN would spread over the whole solution; here its place can still be named.
void checkFinite(std::span<const double> vector, const char* name) {
    if (areFinite(vector)) {
        return;
    }
    for (std::size_t i = 0; i < vector.size(); ++i) {
        if (!std::isfinite(vector[i])) {
            throw InvalidInput(linear::Fault::NotFinite, std::string(name) + " is " +
                                                             std::to_string(vector[i]) +
                                                             " at index " + std::to_string(i));
        }
    }
}

}  // namespace

void checkGiven(const linear::Operator* matrix) {
    if (matrix == nullptr) {
        throw InvalidInput(linear::Fault::Empty, "there is no operator");
    }
}

void checkLengths(std::int32_t n, const sidl::rarray<double>& b, const sidl::rarray<double>& x) {
    if (n != b.length() || n != x.length()) {
        throw InvalidInput(linear::Fault::WrongSize,
                           "n is " + std::to_string(n) + ", but the right side has " +
                               std::to_string(b.length()) + " elements and the solution " +
                               std::to_string(x.length()));
    }
}

// The conditions are written with a negation so that a NaN is refused as well.
void checkLimits(const linear::Limits& limits) {
    if (!(limits.tolerance > 0) || !std::isfinite(limits.tolerance)) {
        throw InvalidInput(linear::Fault::BadLimits,
                           "the tolerance is " + std::to_string(limits.tolerance) +
                               "; it must be a positive number, such as 1e-8");
    }
    if (limits.maxIterations < 0) {
        throw InvalidInput(linear::Fault::BadLimits, "the most iterations are " +
                                                         std::to_string(limits.maxIterations) +
                                                         "; they must be 0 (no limit) or more");
    }
    if (!(limits.seconds >= 0)) {
        throw InvalidInput(linear::Fault::BadLimits,
                           "the time limit is " + std::to_string(limits.seconds) +
                               " seconds; it must be 0 (no limit) or more");
    }
}

std::span<double> checkedVector(sidl::rarray<double> vector, int rows, const char* name) {
    if (vector.length() != rows || vector.data() == nullptr) {
        throw InvalidInput(linear::Fault::WrongSize,
                           std::string(name) + " has " + std::to_string(vector.length()) +
                               " elements, the operator " + std::to_string(rows) + " rows");
    }
    const std::span<double> elements(vector.data(), static_cast<std::size_t>(rows));
    checkFinite(elements, name);
    return elements;
}

}  // namespace solvers
