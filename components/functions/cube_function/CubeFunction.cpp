#include "functions/common/ClosedFormFunction.hpp"

namespace functions {
namespace {

struct Cube {
    static constexpr double kLowBound = 0;
    static constexpr double kUpBound = 1;
    static constexpr const char* kText = "x^3";
    static double value(double x) { return x * x * x; }
    static double antiderivative(double x) { return x * x * x * x / 4; }
};

constexpr auto kDescription = gantry::describe(
    {"functions.CubeFunction", "1.0", "The function x^3 on [0, 1]"}, kProvides, kUses);

}  // namespace

class CubeFunction final : public ClosedFormFunction<Cube> {
public:
    CubeFunction() : ClosedFormFunction(typeid(CubeFunction)) {}
};

}  // namespace functions

GANTRY_COMPONENT(functions::CubeFunction, functions::kDescription);
