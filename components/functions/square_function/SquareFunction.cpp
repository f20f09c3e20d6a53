#include "functions/common/ClosedFormFunction.hpp"

namespace functions {
namespace {

struct Square {
    static constexpr double kLowBound = 0;
    static constexpr double kUpBound = 1;
    static constexpr const char* kText = "x^2";
    static double value(double x) { return x * x; }
    static double antiderivative(double x) { return x * x * x / 3; }
};

constexpr auto kDescription = gantry::describe(
    {"functions.SquareFunction", "1.0", "The function x^2 on [0, 1]"}, kProvides, kUses);

}  // namespace

class SquareFunction final : public ClosedFormFunction<Square> {
public:
    SquareFunction() : ClosedFormFunction(typeid(SquareFunction)) {}
};

}  // namespace functions

GANTRY_COMPONENT(functions::SquareFunction, functions::kDescription);
