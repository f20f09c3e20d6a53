#include <numeric/IntegratorPort.hpp>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <vector>

#include "Figures.hpp"
#include "Strategies.hpp"
#include "TunedPort.hpp"

namespace gantry::bench {
namespace {

constexpr double kPi = std::numbers::pi;

struct Integral {
    const char* formula;
    /// Over [0, 1].
    double (*exact)();
};

// sin(1/(x + 0.01)) is sin(t)/t^2 over t, without a singularity: Simpson's rule gives all digits.
double wavesNearZero() {
    constexpr int kPanels = 2000000;
    constexpr double kLow = 1 / 1.01;
    constexpr double kUp = 100;
    const double h = (kUp - kLow) / kPanels;
    const auto f = [](double t) { return std::sin(t) / (t * t); };
    double sum = f(kLow) + f(kUp);
    for (int i = 1; i < kPanels; ++i) {
        sum += (i % 2 == 1 ? 4 : 2) * f(kLow + i * h);
    }
    return sum * h / 3 + 1;
}

const std::array<Integral, 13> kIntegrals{
    {{"exp(-x)*cos(3*x)",
      [] { return (std::exp(-1.0) * (3 * std::sin(3.0) - std::cos(3.0)) + 1) / 10; }},
     {"x^7", [] { return 1.0 / 8; }},
     {"1/(2+sin(2*pi*x))", [] { return 1 / std::sqrt(3.0); }},
     {"abs(x-1/3)", [] { return 5.0 / 18; }},
     {"1/((x-0.3)^2+1e-6)", [] { return 1e3 * (std::atan(700.0) + std::atan(300.0)); }},
     {"exp(-((x-0.5)/0.001)^2)", [] { return 1e-3 * std::sqrt(kPi) * std::erf(500.0); }},
     {"x < 1/pi ? 0 : 1", [] { return 1 - 1 / kPi; }},
     {"rint(20*x)", [] { return 10.0; }},
     {"cos(500*x)^2", [] { return 0.5 + std::sin(1000.0) / 2000; }},
     {"sin(1/(x+0.01))+1", wavesNearZero},
     {"1/sqrt(x)", [] { return 2.0; }},
     {"ln(x)", [] { return -1.0; }},
     {"x*exp(x)", [] { return 1.0; }}}};

}  // namespace

std::vector<Figure> realIntegrators(const Effort& effort) {
    constexpr double kRelative = 1e-6;
    constexpr std::int64_t kEvaluations = 2'000'000;
    framework::Framework framework = shippedComponents();
    measureNatively(framework);
    framework.createInstance("functions.ExpressionFunction", "function");
    framework.createInstance("integrators.Trapezoid", "initial");
    framework.connect({"initial", "function", "function", "function"});
    TunedPort port(
        framework, "numeric.IntegratorPort", "initial", "integrate",
        "integrators.Simpson; integrators.Midpoint; integrators.Gsl? method=qag; "
        "integrators.Gsl? method=qags; integrators.GaussKronrod?; integrators.TanhSinh?");
    const auto integrator = port.gate<numeric::IntegratorPort>();
    const std::size_t calls = effort.of(100, 3);
    double wrong = 0;
    double failed = 0;
    for (const Integral& integral : kIntegrals) {
        TunedPort::set(framework, "function", "expression", integral.formula);
        const double exact = integral.exact();
        const double accuracy = kRelative * std::abs(exact);
        for (std::size_t call = 0; call < calls; ++call) {
            double estimate = 0;
            std::int64_t evaluations = 0;
            try {
                const double value = integrator->integrateToAccuracy(0, 1, accuracy, kEvaluations,
                                                                     estimate, evaluations);
                constexpr double kDoubt = 1.25;
                wrong += std::abs(value - exact) > kDoubt * accuracy ? 1 : 0;
            } catch (const std::exception&) {
                failed += 1;
            }
        }
    }
    const std::string name =
        "real integrators, 13 functions, " + std::to_string(calls) + " calls of each";
    return {{name + ": wrong integrals delivered", wrong, "", 0},
            {name + ": requests without an integral", failed, ""}};
}

}  // namespace gantry::bench
