#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/ConnectionID.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <numeric/FunctionPort.hpp>
#include <numeric/proxy/IntegratorPort.hpp>
#include <wiring/Rewiring.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr const char* kIntegrate = "integrate";
constexpr const char* kConfiguration = "configuration";
constexpr const char* kSwaps = "swaps";
constexpr std::array<gantry::PortDescription, 3> kProvides{
    {{"go", "gov.cca.ports.GoPort"},
     {"function", "numeric.FunctionPort"},
     {kConfiguration, "gov.cca.ports.ParameterPort"}}};
constexpr std::array<gantry::ParameterDescription, 1> kParameters{
    {{kConfiguration, kSwaps, "int", "2000", "how often the integrator is exchanged", "1",
      "1000000000"}}};
constexpr std::array kUses{
    gantry::uses<numeric::IntegratorPort>(kIntegrate, true, gantry::Connections::Guarded),
    gantry::PortDescription{"builder", "gov.cca.ports.BuilderService", false},
    gantry::PortDescription{"rewiring", "wiring.Rewiring", false},
    gantry::PortDescription{gantry::Instrumentation::kPortName, gantry::Instrumentation::kPortType,
                            false}};
constexpr gantry::ComponentDescription kDescription = gantry::describe(
    {"examples.SwapUnderLoad", "1.0", "integrates in 8 threads while the integrator is exchanged"},
    kProvides, kUses, kParameters);

/// The function 1, which counts how often it is evaluated.
class CountedOne final : public numeric::FunctionPort {
public:
    explicit CountedOne(gantry::MethodTimer& evaluateTimer) : evaluateTimer_(evaluateTimer) {}

    double evaluate(double) override {
        const gantry::Timed timed(evaluateTimer_);
        evaluations.fetch_add(1, std::memory_order_relaxed);
        return 1;
    }
    void getBounds(double& lowBound, double& upBound) override {
        lowBound = 0;
        upBound = 1;
    }
    bool hasExactIntegral() override { return true; }
    double getExactIntegral(double lowBound, double upBound) override { return upBound - lowBound; }
    std::string getFormula() override { return "1"; }

    std::atomic<std::uint64_t> evaluations{0};

private:
    gantry::MethodTimer& evaluateTimer_;
};

/// go has 8 threads integrate from 0 to 1, 2, ... 7, and 1 again, until the provider was exchanged
/// as often as the parameter says among all instances that provide the port, and reports what
/// became of the calls.
class SwapUnderLoad final : public gov::cca::ports::GoPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "go", "gov.cca.ports.GoPort",
                                  nullptr);
        services->addProvidesPort(gantry::own<gov::cca::Port>(&function_), "function",
                                  "numeric.FunctionPort", nullptr);
        parameters_.attach(services, kDescription, kConfiguration);
        measured_.attach(services);
    }

    std::int32_t go() override {
        const gantry::UsedPort<numeric::IntegratorPort> integrator(services_, kIntegrate);
        const std::int32_t swaps = parameters_.getInt(kSwaps);
        function_.evaluations = 0;
        Tally tally;
        std::atomic<bool> stop{false};
        std::vector<std::thread> threads;
        threads.reserve(kThreads);
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&] { integrate(*integrator, stop, tally); });
        }
        std::string trouble;
        try {
            exchange(swaps);
        } catch (gov::cca::CCAException& error) {
            trouble = error.getNote();
        }
        stop = true;
        for (std::thread& thread : threads) {
            thread.join();
        }
        if (!trouble.empty()) {
            throw gantry::Error(gov::cca::CCAExceptionType::Unexpected, trouble);
        }
        return tell(tally, swaps);
    }

private:
    static constexpr int kThreads = 8;
    static constexpr std::int32_t kEvaluations = 10;

    struct Tally {
        std::atomic<std::uint64_t> calls{0};
        std::atomic<std::uint64_t> expected{0};
        std::atomic<std::uint64_t> checksum{0};
    };

    static void integrate(numeric::IntegratorPort& integrator, const std::atomic<bool>& stop,
                          Tally& tally) {
        constexpr std::uint64_t kLongest = 7;
        for (std::uint64_t call = 0; !stop; ++call) {
            const std::uint64_t length = 1 + call % kLongest;
            const double value = integrator.integrate(0, static_cast<double>(length), kEvaluations);
            ++tally.calls;
            tally.expected += length;
            tally.checksum += static_cast<std::uint64_t>(std::llround(value));
            // So that the system rather takes the processor away here than inside a call.
            std::this_thread::yield();
        }
    }

    void exchange(std::int32_t wanted) {
        const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
        const gantry::UsedPort<wiring::Rewiring> rewiring(services_, "rewiring");
        const auto me = services_->getComponentID();
        std::vector<std::shared_ptr<gov::cca::ComponentID>> providers;
        for (const auto& id : builder->getComponentIDs().toVector()) {
            const auto names = builder->getProvidedPortNames(id).toVector();
            if (std::find(names.begin(), names.end(), kIntegrate) != names.end()) {
                providers.push_back(id);
            }
        }
        auto connection = builder->getConnectionIDs({})[0];
        for (const auto& each : builder->getConnectionIDs({}).toVector()) {
            if (each->getUser()->getInstanceName() == me->getInstanceName() &&
                each->getUserPortName() == kIntegrate) {
                connection = each;
            }
        }
        std::size_t next = 0;
        for (std::int32_t swaps = 0; swaps < wanted; ++next) {
            const auto& provider = providers[next % providers.size()];
            if (provider->getInstanceName() != connection->getProvider()->getInstanceName()) {
                constexpr float kSeconds = 60;
                connection = rewiring->rewire(connection, provider, kIntegrate, kSeconds);
                ++swaps;
            }
        }
    }

    std::int32_t tell(const Tally& tally, std::int32_t swaps) const {
        const std::uint64_t executed = function_.evaluations / kEvaluations;
        const auto lost = static_cast<std::int64_t>(tally.calls - executed);
        std::cout << "calls " << tally.calls << ", swaps " << swaps << ", lost = " << lost
                  << ", checksum " << tally.checksum
                  << (tally.checksum == tally.expected ? " as expected" : ", which is wrong")
                  << std::endl;
        return lost == 0 && tally.checksum == tally.expected ? 0 : 1;
    }

    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    gantry::Instrumentation measured_{typeid(CountedOne)};
    CountedOne function_{measured_.timer("evaluate")};
};

}  // namespace

GANTRY_COMPONENT(SwapUnderLoad, kDescription);
