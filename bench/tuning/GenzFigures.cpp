#include <numeric/MultiFunctionPort.hpp>
#include <numeric/MultiIntegratorPort.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "Figures.hpp"
#include "Strategies.hpp"
#include "TunedPort.hpp"

namespace gantry::bench {
namespace {

constexpr double kRelative = 1e-3;
constexpr std::int64_t kEvaluations = 1'000'000;
// The component's own; it decides on difficulties and places of each function.
constexpr std::int64_t kSeed = 1;
constexpr std::array kFamilies{"oscillatory", "product_peak", "corner_peak",
                               "gaussian",    "continuous",   "discontinuous"};
constexpr std::array kDimensions{2, 3, 5, 8};
constexpr const char* kCandidates =
    "integrators.Cubature method=hcubature; integrators.Cubature method=pcubature; "
    "integrators.GslMonteCarlo method=vegas; integrators.GslMonteCarlo method=miser; "
    "integrators.GslMonteCarlo method=plain";

using Clock = std::chrono::steady_clock;

/// Genz's functions, each integrated by the tuner's choice.
class Integrals final {
public:
    Integrals() : framework_(shippedComponents()) {
        measureNatively(framework_);
        framework_.createInstance("functions.Genz", "function");
        framework_.createInstance("integrators.Sobol", "initial");
        framework_.connect({"initial", "function", "function", "function"});
        port_.emplace(framework_, "numeric.MultiIntegratorPort", "initial", "integrate",
                      kCandidates);
        integrator_ = port_->gate<numeric::MultiIntegratorPort>();
        function_ = castPort<numeric::MultiFunctionPort>(
            framework_.providedPort("function", "function"), "function");
    }

    tuning::Tuner& tuner() { return port_->tuner(); }

    void choose(const char* family, int dimension) {
        const auto sheet = TunedPort::sheetOf(framework_, "function");
        const auto values = sheet->readConfigurationMap()->cloneEmpty();
        values->putString("family", family);
        values->putInt("dimension", dimension);
        values->putLong("seed", kSeed);
        sheet->writeConfigurationMap(values);
        low_.assign(static_cast<std::size_t>(dimension), 0.0);
        up_.assign(static_cast<std::size_t>(dimension), 1.0);
        exact_ = function_->getExactIntegral();
    }

    /// Seconds of one request; wrong and failed ones are counted.
    double integrate() {
        const auto n = static_cast<std::int32_t>(low_.size());
        const double accuracy = kRelative * std::abs(exact_);
        double estimate = 0;
        std::int64_t evaluations = 0;
        const auto begin = Clock::now();
        served_ = false;
        try {
            const double value =
                integrator_->integrateToAccuracy({low_.data(), {n}}, {up_.data(), {n}}, n, accuracy,
                                                 kEvaluations, estimate, evaluations);
            constexpr double kDoubt = 1.25;
            served_ = estimate <= accuracy;
            wrong_ += served_ && !(std::abs(value - exact_) <= kDoubt * accuracy) ? 1U : 0U;
        } catch (const std::exception&) {
            // Counted below: it says that there is none.
        }
        const std::chrono::duration<double> taken = Clock::now() - begin;
        failed_ += served_ ? 0U : 1U;
        return taken.count();
    }
    /// Whether the last request was served, and by that candidate.
    bool servedBy(const std::string& candidate) {
        return served_ && tuner().getServed().candidate == candidate;
    }
    [[nodiscard]] std::size_t wrong() const { return wrong_; }
    [[nodiscard]] std::size_t failed() const { return failed_; }

private:
    framework::Framework framework_;
    std::optional<TunedPort> port_;
    std::shared_ptr<numeric::MultiIntegratorPort> integrator_;
    std::shared_ptr<numeric::MultiFunctionPort> function_;
    std::vector<double> low_;
    std::vector<double> up_;
    double exact_ = 0;
    bool served_ = false;
    std::size_t wrong_ = 0;
    std::size_t failed_ = 0;
};

/// The median of some requests served by one candidate, after one that proves it; nothing where it
/// does not serve them.
std::optional<double> alone(Integrals& integrals, const std::string& candidate) {
    integrals.tuner().setMode(tuning::Mode::Pin, candidate);
    std::array<double, 3> seconds{};
    integrals.integrate();
    for (double& each : seconds) {
        if (!integrals.servedBy(candidate)) {
            return std::nullopt;
        }
        each = integrals.integrate();
    }
    std::sort(seconds.begin(), seconds.end());
    return integrals.servedBy(candidate) ? std::optional(seconds[1]) : std::nullopt;
}

/// The fastest candidate of the function that is chosen; 0 where there is none.
double oracleOf(Integrals& integrals) {
    double oracle = 0;
    for (const tuning::Candidate& candidate : integrals.tuner().getCandidates()) {
        const auto seconds = alone(integrals, candidate.name);
        if (seconds) {
            oracle = oracle == 0 ? *seconds : std::min(oracle, *seconds);
        }
    }
    return oracle;
}

}  // namespace

std::vector<Figure> genzIntegrals(const Effort& effort) {
    const std::size_t calls = effort.of(20, 2);
    Integrals integrals;
    double total = 0;
    double first = 0;
    double oracle = 0;
    double without = 0;
    std::size_t functions = 0;
    // A trial looks at the cheapest ones only.
    const std::size_t most = effort.of(kFamilies.size() * kDimensions.size(), 4);
    for (const int dimension : kDimensions) {
        for (const char* family : kFamilies) {
            if (functions == most) {
                continue;
            }
            integrals.choose(family, dimension);
            integrals.tuner().setMode(tuning::Mode::Tune, "");
            const std::size_t failedBefore = integrals.failed();
            double sum = integrals.integrate();
            const double proof = sum;
            for (std::size_t call = 1; call < calls; ++call) {
                sum += integrals.integrate();
            }
            without += static_cast<double>(integrals.failed() - failedBefore);
            ++functions;
            // Where no candidate is right there is nothing to compare with.

            if (const double best = oracleOf(integrals); best > 0) {
                total += sum;
                first += proof;
                oracle += best;
            }
        }
    }
    const auto count = static_cast<double>(calls);
    const std::string name = "Genz, " + std::to_string(functions) + " functions, " +
                             std::to_string(calls) + " calls of each";
    return {{name + ": wrong integrals delivered", static_cast<double>(integrals.wrong()), "", 0},
            {name + ": requests without an integral", without, ""},
            {name + ": total / oracle", total / (count * oracle), "x"},
            {name + ": total / oracle, without the first calls, which prove",
             (total - first) / ((count - 1) * oracle), "x"}};
}

}  // namespace gantry::bench
