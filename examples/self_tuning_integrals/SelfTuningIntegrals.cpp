#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/ParameterPort.hpp>
#include <numeric/MultiFunctionPort.hpp>
#include <numeric/MultiIntegratorPort.hpp>
#include <numeric/proxy/MultiIntegratorPort.hpp>
#include <tuning/Tuner.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace examples {
namespace {

constexpr const char* kParametersPort = "configuration";
constexpr std::array kProvides{
    gantry::PortDescription{"go", "gov.cca.ports.GoPort"},
    gantry::PortDescription{kParametersPort, "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{
    gantry::uses<numeric::MultiIntegratorPort>("integrator"),
    gantry::PortDescription{"function", "numeric.MultiFunctionPort"},
    gantry::PortDescription{"functionParameters", "gov.cca.ports.ParameterPort"},
    gantry::PortDescription{"tuner", "tuning.Tuner"}};
constexpr std::array kParameters{
    gantry::ParameterDescription{kParametersPort, "dimensions", "string", "2 3 5 8",
                                 "Numbers of variables"},
    gantry::ParameterDescription{kParametersPort, "calls", "int", "20",
                                 "Requests for each integral", "1", "1000000"},
    gantry::ParameterDescription{kParametersPort, "accuracy", "double", "1e-3",
                                 "Of each integral, relative", "1e-12", "0.1"},
    gantry::ParameterDescription{kParametersPort, "evaluations", "long", "1000000",
                                 "The most evaluations of a candidate", "1", "1000000000"}};
constexpr auto kDescription =
    gantry::describe({"examples.SelfTuningIntegrals", "1.0",
                      "Has Genz's functions integrated again and again, each by the best "
                      "integrator"},
                     kProvides, kUses, kParameters);
constexpr std::array kFamilies{"oscillatory", "product_peak", "corner_peak",
                               "gaussian",    "continuous",   "discontinuous"};

/// What came of all requests for one integral.
struct Requests {
    double firstSeconds = 0;
    std::vector<double> seconds;
    std::map<std::string, int> servedBy;
    int missing = 0;
    double largestError = 0;
};

}  // namespace

class SelfTuningIntegrals final : public gov::cca::ports::GoPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own(this), "go", "gov.cca.ports.GoPort", nullptr);
        parameters_.attach(services, kDescription, kParametersPort);
    }

    /// 1 where an integral was further off than a quarter more than the accuracy.
    std::int32_t go() override {
        std::printf("%-14s %2s %10s %10s  %7s  %s\n", "family", "d", "first ms", "median ms",
                    "error", "served by (requests)");
        bool right = true;
        int missing = 0;
        for (const char* family : kFamilies) {
            std::istringstream dimensions(parameters_.getString("dimensions"));
            for (int dimension = 0; dimensions >> dimension;) {
                choose(family, dimension);
                const Requests requests = request();
                print(family, dimension, requests);
                constexpr double kDoubt = 1.25;
                right = right && requests.largestError <= kDoubt;
                missing += requests.missing;
            }
        }
        std::printf("%s; %d requests without an integral\n",
                    right ? "every integral that was delivered is right" : "an integral is wrong",
                    missing);
        std::fflush(stdout);
        return right ? 0 : 1;
    }

private:
    void choose(const char* family, int dimension) {
        const gantry::UsedPort<gov::cca::ports::ParameterPort> sheet(services_,
                                                                     "functionParameters");
        const auto values = sheet->readConfigurationMap()->cloneEmpty();
        values->putString("family", family);
        values->putInt("dimension", dimension);
        sheet->writeConfigurationMap(values);
    }

    Requests request() {
        const gantry::UsedPort<numeric::MultiFunctionPort> function(services_, "function");
        const gantry::UsedPort<tuning::Tuner> tuner(services_, "tuner");
        const auto n = function->getDimension();
        const double exact = function->getExactIntegral();
        const double accuracy = parameters_.getDouble("accuracy") * std::abs(exact);
        std::vector<double> low(static_cast<std::size_t>(n));
        std::vector<double> up(low);
        function->getBounds({low.data(), {n}}, {up.data(), {n}}, n);
        Requests requests;
        for (int call = 0; call < parameters_.getInt("calls"); ++call) {
            double estimate = 0;
            std::int64_t evaluations = 0;
            const auto begin = std::chrono::steady_clock::now();
            try {
                const gantry::UsedPort<numeric::MultiIntegratorPort> integrator(services_,
                                                                                "integrator");
                const double value = integrator->integrateToAccuracy(
                    {low.data(), {n}}, {up.data(), {n}}, n, accuracy,
                    parameters_.getLong("evaluations"), estimate, evaluations);
                if (estimate <= accuracy) {
                    requests.largestError =
                        std::max(requests.largestError, std::abs(value - exact) / accuracy);
                    const std::string by = tuner->getServed().candidate;
                    ++requests.servedBy[by.empty() ? "the gate" : by];
                } else {
                    ++requests.missing;
                }
            } catch (const gov::cca::CCAException&) {
                // There is none that could be verified.
                ++requests.missing;
            }
            const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
            requests.seconds.push_back(taken.count());
        }
        requests.firstSeconds = requests.seconds.front();
        std::sort(requests.seconds.begin(), requests.seconds.end());
        return requests;
    }

    static void print(const char* family, int dimension, const Requests& requests) {
        std::string by;
        for (const auto& [candidate, count] : requests.servedBy) {
            const std::string shown =
                candidate.rfind("integrators.", 0) == 0 ? candidate.substr(12) : candidate;
            by += (by.empty() ? "" : ", ") + shown + " (" + std::to_string(count) + ")";
        }
        if (requests.missing > 0) {
            by += (by.empty() ? "" : ", ") + std::string("nobody (") +
                  std::to_string(requests.missing) + ")";
        }
        std::printf(
            "%-14s %2d %10.3f %10.3f  %7.2g  %s\n", family, dimension, 1e3 * requests.firstSeconds,
            1e3 * requests.seconds[requests.seconds.size() / 2], requests.largestError, by.c_str());
    }

    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
};

}  // namespace examples

GANTRY_COMPONENT(examples::SelfTuningIntegrals, examples::kDescription);
