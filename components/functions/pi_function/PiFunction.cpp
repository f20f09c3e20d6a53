#include <cmath>

#include "functions/common/ClosedFormFunction.hpp"

namespace functions {
namespace {

struct Pi {
    static constexpr double kLowBound = 0;
    static constexpr double kUpBound = 1;
    static constexpr const char* kText = "4 / (1 + x^2)";
    static double value(double x) { return 4 / (1 + x * x); }
    static double antiderivative(double x) { return 4 * std::atan(x); }
};

constexpr auto kDescription = gantry::describe(
    {"functions.PiFunction", "1.0", "The function 4 / (1 + x^2), whose integral is pi, on [0, 1]"},
    kProvides, kUses);

}  // namespace

class PiFunction final : public ClosedFormFunction<Pi> {
public:
    PiFunction() : ClosedFormFunction(typeid(PiFunction)) {}
};

}  // namespace functions

GANTRY_COMPONENT(functions::PiFunction, functions::kDescription);
