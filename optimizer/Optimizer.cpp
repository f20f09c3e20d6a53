#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/proxy/GoPort.hpp>
#include <gov/cca/ports/proxy/ParameterPort.hpp>
#include <numeric/proxy/FunctionPort.hpp>
#include <numeric/proxy/IntegratorPort.hpp>
#include <performance/Measurement.hpp>
#include <tuning/proxy/DecisionLog.hpp>
#include <tuning/proxy/Strategy.hpp>

#include <array>
#include <atomic>
#include <memory>
#include <utility>

#include "assembly/isConnected.hpp"
#include "judging/choose.hpp"
#include "measuring/CallMeter.hpp"
#include "plan/ConnectedStrategy.hpp"
#include "trials/DriverWorkload.hpp"
#include "trials/IntegralWorkload.hpp"
#include "trials/TrialFindings.hpp"
#include "trials/TrialRunner.hpp"
#include "trials/instanceName.hpp"

namespace optimizer {
namespace {

constexpr const char* kBuilderPort = "builder";
constexpr const char* kRanksPort = "upcalls";
constexpr const char* kDecisionLogPort = "decisionLog";

constexpr std::array kProvides{gantry::PortDescription{"go", "gov.cca.ports.GoPort"},
                               gantry::PortDescription{"trials", "tuning.TrialLog"},
                               gantry::PortDescription{kParametersPort, kParameterType}};
constexpr std::array kUses{
    gantry::PortDescription{kBuilderPort, "gov.cca.ports.BuilderService"},
    gantry::PortDescription{"repository", "gov.cca.ports.ComponentRepository"},
    gantry::PortDescription{kMeasurementPort, kMeasurementType},
    gantry::uses<gov::cca::ports::GoPort>(kDriverPort, false),
    gantry::uses<tuning::Strategy>(kStrategyPort, false),
    gantry::uses<tuning::DecisionLog>(kDecisionLogPort, false),
    gantry::PortDescription{kRanksPort, "parallel.Upcalls", false},
    gantry::uses<gov::cca::ports::ParameterPort>(kCandidateParametersPort, false),
    gantry::uses<numeric::IntegratorPort>(kIntegratorPort, false),
    gantry::uses<numeric::FunctionPort>(kSubjectPort, false)};
constexpr auto kDescription =
    gantry::describe({"optimizer.Optimizer", "1.1",
                      "Tries candidates for a port before the run, connects the best one to its "
                      "user, and runs that"},
                     kProvides, kUses, kTrialParameters);

// What belongs to the trials of one go. At its end it destroys every instance that it created but
// the winner.
class Trials final {
public:
    Trials(TrialSettings& settings, Assembly& assembly,
           std::shared_ptr<gov::cca::Services> services)
        : settings_(settings),
          assembly_(assembly),
          services_(std::move(services)),
          measurement_(hold<performance::Measurement>(kMeasurementPort)),
          pool_(services_) {
        if (!measurement_) {
            throw gantry::Error(gov::cca::CCAExceptionType::PortNotConnected,
                                "the optimizer's MeasurementPort is not connected, so no candidate "
                                "can be timed; connect it to a performance component, for example "
                                "performance.Native");
        }
    }
    // run() has released every port that it held by then.
    ~Trials() { pool_.destroyAll(assembly_); }
    Trials(const Trials&) = delete;
    Trials& operator=(const Trials&) = delete;

    // Returns the winner's instance.
    std::string run(TrialFindings& findings) {
        ignoreMissing();
        CallMeter meter(**measurement_);
        std::vector<std::string> figures = meter.figureNames();
        figures.emplace_back("quality");
        const CostExpression cost(settings_.port.metric, figures);
        const auto workload = makeWorkload();
        ConnectedStrategy strategy(services_, settings_.port.strategy);
        // Before any use: what follows may throw, and the created strategy must not stay.
        const Withdrawal withdrawal{strategy};
        const std::vector<tuning::Candidate> candidates = begin(*strategy, meter);
        const auto log = hold<tuning::DecisionLog>(kDecisionLogPort);
        const auto ranks = hold<parallel::Upcalls>(kRanksPort);
        const Assembly::Provider& user = settings_.port.user;
        DecisionRecorder recorder(log ? log->get() : nullptr, &*strategy,
                                  user.instance + "." + user.port, candidates);
        TrialRunner runner({settings_, *workload,
                            [this](std::size_t candidate) { return create(candidate); }, *strategy,
                            meter, cost, recorder, ranks ? ranks->get() : nullptr});
        // Only now: if anything above throws, the findings of the last run stay.
        findings.begin(settings_.problem.accuracy);
        runner.run([&](const tuning::Trial& trial) { findings.add(trial); });
        if (log) {
            (*log)->flush();
        }
        const auto decisions = decide(settings_.problem, findings.trials());
        findings.decide(decisions);
        const tuning::Decision& overall = decisions.back();
        if (overall.candidate.empty()) {
            throw gantry::Error(
                gov::cca::CCAExceptionType::Nonstandard,
                overall.reason +
                    "; raise the optimizer's parameter 'accuracy' or 'maxEvaluations', or "
                    "name further candidates");
        }
        const Assembly::Provider& winner = runner.providerOf(overall.candidate);
        workload->adopt(winner);
        // After adopt, so that a winner that could not be connected is destroyed with the others.
        pool_.release(winner.instance);
        return winner.instance;
    }

private:
    struct Withdrawal {
        ConnectedStrategy& strategy;
        explicit Withdrawal(ConnectedStrategy& withdrawn) : strategy(withdrawn) {}
        Withdrawal(const Withdrawal&) = delete;
        Withdrawal& operator=(const Withdrawal&) = delete;
        ~Withdrawal() { strategy.withdraw(); }
    };

    template <class Port>
    std::unique_ptr<gantry::UsedPort<Port>> hold(const char* port) const {
        return isConnected(*services_, port)
                   ? std::make_unique<gantry::UsedPort<Port>>(services_, port)
                   : nullptr;
    }

    void ignoreMissing() {
        std::erase_if(*settings_.port.candidates, [&](const CandidateSpec& spec) {
            const bool missing = spec.optional && !pool_.isAvailable(spec.className);
            if (missing) {
                std::erase(settings_.problem.candidates, spec.name);
            }
            return missing;
        });
    }

    std::unique_ptr<Workload> makeWorkload() {
        if (settings_.isIntegrator()) {
            return std::make_unique<IntegralWorkload>(settings_, assembly_, pool_, services_);
        }
        settings_.problem.subjects = {settings_.port.user.instance};
        return std::make_unique<DriverWorkload>(settings_, assembly_, services_);
    }

    std::vector<tuning::Candidate> begin(tuning::Strategy& strategy, CallMeter& meter) {
        const Assembly::Provider& user = settings_.port.user;
        std::vector<tuning::Candidate> candidates;
        for (const std::string& name : settings_.problem.candidates) {
            candidates.emplace_back().name = name;
            meter.add(**measurement_, user.instance + "." + user.port + " by " + name,
                      services_->getComponentID()->getInstanceName());
        }
        strategy.begin(sidl::array<tuning::Candidate>(candidates), settings_.port.seed);
        return candidates;
    }

    Assembly::Provider create(std::size_t candidate) {
        const CandidateSpec& spec = (*settings_.port.candidates)[candidate];
        return pool_
            .create(assembly_, spec,
                    {settings_.type, settings_.isIntegrator() ? kFunctionType : "", {}},
                    instanceName(spec.className))
            .provider;
    }

    TrialSettings& settings_;
    Assembly& assembly_;
    std::shared_ptr<gov::cca::Services> services_;
    std::unique_ptr<gantry::UsedPort<performance::Measurement>> measurement_;
    CandidatePool pool_;
};

}  // namespace

/// go runs the trials, connects the user to the best candidate, and runs the driver. If no
/// candidate qualifies, it throws, and the assembly is as before.
class Optimizer final : public gov::cca::ports::GoPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own(this), "go", "gov.cca.ports.GoPort", nullptr);
        services->addProvidesPort(gantry::own(&findings_), "trials", "tuning.TrialLog", nullptr);
        parameters_.attach(services, kDescription, kParametersPort);
    }

    std::int32_t go() override {
        // Not a mutex: a second call, perhaps from inside the driver, would wait for ever.
        const Running running(running_);
        optimize();
        if (!isConnected(*services_, kDriverPort)) {
            return 0;
        }
        const gantry::UsedPort<gov::cca::ports::GoPort> user(services_, kDriverPort);
        return user->go();
    }

private:
    // Two runs at a time would rewire one assembly and mix their findings.
    class Running final {
    public:
        explicit Running(std::atomic_flag& flag) : flag_(flag) {
            if (flag_.test_and_set()) {
                throw gantry::Error(
                    gov::cca::CCAExceptionType::Nonstandard,
                    "the optimizer is already running; call go again when it has ended");
            }
        }
        ~Running() { flag_.clear(); }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

    private:
        std::atomic_flag& flag_;
    };

    void optimize() {
        const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, kBuilderPort);
        Assembly assembly(*builder);
        TrialSettings settings = readTrialSettings(parameters_, assembly);
        const std::string winner = Trials(settings, assembly, services_).run(findings_);
        // Last: until the new winner is connected, the user still calls the former one.
        forgetFormerWinner(assembly, winner);
    }

    // Nobody uses the winner of an earlier go any more.
    void forgetFormerWinner(Assembly& assembly, const std::string& winner) {
        const std::string former = std::exchange(winner_, winner);
        if (!former.empty() && assembly.has(former)) {
            assembly.destroy(former);
        }
    }

    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    TrialFindings findings_;
    std::string winner_;
    std::atomic_flag running_;
};

}  // namespace optimizer

GANTRY_COMPONENT(optimizer::Optimizer, optimizer::kDescription);
