#include "functions/common/ClosedFormFunction.hpp"

namespace functions {
namespace {

struct Quintic {
    static constexpr double kLowBound = 0;
    static constexpr double kUpBound = 1;
    static constexpr const char* kText = "x^5";
    static double value(double x) { return x * x * x * x * x; }
    static double antiderivative(double x) { return x * x * x * x * x * x / 6; }
};

constexpr auto kDescription = gantry::describe(
    {"functions.QuinticFunction", "1.0", "The function x^5 on [0, 1]"}, kProvides, kUses);

}  // namespace

class QuinticFunction final : public ClosedFormFunction<Quintic> {
public:
    QuinticFunction() : ClosedFormFunction(typeid(QuinticFunction)) {}
};

}  // namespace functions

GANTRY_COMPONENT(functions::QuinticFunction, functions::kDescription);
