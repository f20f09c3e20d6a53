#include "functions/common/ClosedFormFunction.hpp"

namespace functions {
namespace {

struct Linear {
    static constexpr double kLowBound = 0;
    static constexpr double kUpBound = 1;
    static constexpr const char* kText = "x";
    static double value(double x) { return x; }
    static double antiderivative(double x) { return x * x / 2; }
};

constexpr auto kDescription = gantry::describe(
    {"functions.LinearFunction", "1.0", "The function x on [0, 1]"}, kProvides, kUses);

}  // namespace

class LinearFunction final : public ClosedFormFunction<Linear> {
public:
    LinearFunction() : ClosedFormFunction(typeid(LinearFunction)) {}
};

}  // namespace functions

GANTRY_COMPONENT(functions::LinearFunction, functions::kDescription);
