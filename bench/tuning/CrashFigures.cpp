#include <numeric/IntegratorPort.hpp>
#include <tuning/DecisionLog.hpp>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "Figures.hpp"
#include "Strategies.hpp"
#include "TunedPort.hpp"

namespace gantry::bench {
namespace {

// So small that the initial candidate takes milliseconds: a trial may take 1.5 times as long, and
// a child process has to begin within it.
constexpr double kAccuracy = 4e-12;

/// What the decision log says of crashes.
struct Crashes {
    double all = 0;
    /// Those whose entries do not name the signal.
    double untold = 0;
};

Crashes crashesIn(tuning::DecisionLog& decisionLog) {
    Crashes crashes;
    for (std::int32_t i = 0; i < decisionLog.getNumEntries(); ++i) {
        const tuning::Entry entry = decisionLog.getEntry(i);
        if (entry.status == tuning::Status::Crashed) {
            const char* signal = entry.candidate.find("how=abort") != std::string::npos
                                     ? "killed by SIGABRT"
                                     : "killed by SIGSEGV";
            crashes.all += 1;
            crashes.untold += entry.text.find(signal) == std::string::npos ? 1 : 0;
        }
    }
    return crashes;
}

}  // namespace

std::vector<Figure> crashingCandidates(const Effort& effort) {
    framework::Framework framework = shippedComponents();
    auto path = framework.componentPath();
    path.push_back(path.front().parent_path() / "bench" / "tuning");
    framework.setComponentPath(path);
    measureNatively(framework);
    framework.createInstance("functions.PiFunction", "function");
    framework.createInstance("integrators.Trapezoid", "initial");
    framework.connect({"initial", "function", "function", "function"});
    framework.createInstance("optimizer.DecisionLog", "decisionLog");
    framework.setDefaultProvider("tuning.DecisionLog", "decisionLog", "decisionLog");
    TunedPort port(framework, "numeric.IntegratorPort", "initial", "integrate",
                   "bench.CrashingIntegrator! how=segfault; bench.CrashingIntegrator! how=abort");
    const auto integrator = port.gate<numeric::IntegratorPort>();
    const auto decisionLog = castPort<tuning::DecisionLog>(
        framework.providedPort("decisionLog", "decisionLog"), "decisionLog");
    // Each accuracy is a context of its own, in which the candidates are tried anew.
    const std::size_t contexts = effort.of(10, 2);
    constexpr std::size_t kRequests = 20;
    double unserved = 0;
    double wrong = 0;
    for (std::size_t request = 0; request < contexts * kRequests; ++request) {
        const double accuracy = kAccuracy * (1 + static_cast<double>(request % contexts));
        double estimate = 0;
        std::int64_t evaluations = 0;
        try {
            const double value =
                integrator->integrateToAccuracy(0, 1, accuracy, 100'000'000, estimate, evaluations);
            wrong += std::abs(value - std::numbers::pi) > 1.25 * accuracy ? 1 : 0;
        } catch (const std::exception&) {
            unserved += 1;
        }
    }
    const Crashes crashes = crashesIn(*decisionLog);
    const std::string name =
        "two candidates that crash, " + std::to_string(contexts * kRequests) + " requests";
    return {{name + ": not served", unserved, "", 0},
            {name + ": wrong integrals delivered", wrong, "", 0},
            {name + ": crashes contained", crashes.all, ""},
            {name + ": crashes whose signal is not told", crashes.untold, "", 0}};
}

}  // namespace gantry::bench
