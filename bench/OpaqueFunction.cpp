#include "OpaqueFunction.hpp"

#include <string>

namespace {

class Identity final : public virtual numeric::FunctionPort {
public:
    double evaluate(double x) override { return x; }
    void getBounds(double& lowBound, double& upBound) override {
        lowBound = 0;
        upBound = 1;
    }
    bool hasExactIntegral() override { return false; }
    double getExactIntegral(double, double) override { return 0; }
    std::string getFormula() override { return "x"; }
};

}  // namespace

extern "C" [[gnu::visibility("default")]] numeric::FunctionPort* gantry_bench_opaque_function() {
    static Identity object;
    return &object;
}
