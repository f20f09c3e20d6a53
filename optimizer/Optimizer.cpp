#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/proxy/GoPort.hpp>
#include <numeric/proxy/FunctionPort.hpp>
#include <numeric/proxy/IntegratorPort.hpp>
#include <performance/Measurement.hpp>
#include <tuning/TrialLog.hpp>

#include <array>
#include <atomic>
#include <mutex>

#include "AgreedTrial.hpp"
#include "ExhaustiveStrategy.hpp"
#include "TrialRunner.hpp"

namespace optimizer {
namespace {

constexpr const char* kBuilderPort = "builder";
constexpr const char* kDriverPort = "driver";
constexpr const char* kRanksPort = "upcalls";

constexpr std::array kProvides{
    gantry::PortDescription{"go", "gov.cca.ports.GoPort"},
    gantry::PortDescription{"decisions", "tuning.TrialLog"},
    gantry::PortDescription{kConfigurationPort, "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::PortDescription{kBuilderPort, "gov.cca.ports.BuilderService"},
                           gantry::PortDescription{kMeasurementPort, kMeasurementType},
                           gantry::uses<gov::cca::ports::GoPort>(kDriverPort, false),
                           gantry::PortDescription{kRanksPort, "parallel.Upcalls", false},
                           gantry::uses<numeric::IntegratorPort>(kIntegratorPort, false),
                           gantry::uses<numeric::FunctionPort>(kSubjectPort, false)};
constexpr auto kDescription = gantry::describe({"optimizer.Optimizer", "1.0",
                                                "Tries integrators on functions, connects the "
                                                "fastest accurate one to its user, and runs that"},
                                               kProvides, kUses, kParameters);

// What a run has found so far; any thread may read it.
class Findings final : public tuning::TrialLog {
public:
    void begin(double accuracy) {
        const std::lock_guard lock(mutex_);
        accuracy_ = accuracy;
        trials_.clear();
        decisions_.clear();
    }
    void add(const tuning::Trial& trial) {
        const std::lock_guard lock(mutex_);
        trials_.push_back(trial);
    }
    void decide(const std::vector<tuning::Decision>& decisions) {
        const std::lock_guard lock(mutex_);
        decisions_ = decisions;
    }
    [[nodiscard]] std::vector<tuning::Trial> trials() const {
        const std::lock_guard lock(mutex_);
        return trials_;
    }

    double getAccuracy() override {
        const std::lock_guard lock(mutex_);
        return accuracy_;
    }
    std::int32_t getNumTrials() override {
        const std::lock_guard lock(mutex_);
        return static_cast<std::int32_t>(trials_.size());
    }
    tuning::Trial getTrial(std::int32_t index) override {
        const std::lock_guard lock(mutex_);
        return element(trials_, index, "trial");
    }
    std::int32_t getNumDecisions() override {
        const std::lock_guard lock(mutex_);
        return static_cast<std::int32_t>(decisions_.size());
    }
    tuning::Decision getDecision(std::int32_t index) override {
        const std::lock_guard lock(mutex_);
        return element(decisions_, index, "decision");
    }

private:
    template <class Element>
    static Element element(const std::vector<Element>& elements, std::int32_t index,
                           const std::string& what) {
        if (index < 0 || static_cast<std::size_t>(index) >= elements.size()) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                                "there is no " + what + " " + std::to_string(index) +
                                    ": the log holds " + std::to_string(elements.size()) +
                                    ", counted from 0");
        }
        return elements[static_cast<std::size_t>(index)];
    }

    mutable std::mutex mutex_;
    double accuracy_ = 0;
    std::vector<tuning::Trial> trials_;
    std::vector<tuning::Decision> decisions_;
};

}  // namespace

class Optimizer final : public gov::cca::ports::GoPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own(this), "go", "gov.cca.ports.GoPort", nullptr);
        services->addProvidesPort(gantry::own(&findings_), "decisions", "tuning.TrialLog", nullptr);
        parameters_.attach(services, kDescription, kConfigurationPort);
    }

    std::int32_t go() override {
        const Running running(running_);
        optimize();
        if (!isConnected(kDriverPort)) {
            return 0;
        }
        const gantry::UsedPort<gov::cca::ports::GoPort> user(services_, kDriverPort);
        return user->go();
    }

private:
    // Two runs would rewire one assembly and mix their findings.
    class Running final {
    public:
        explicit Running(std::atomic_flag& flag) : flag_(flag) {
            if (flag_.test_and_set()) {
                throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                                    "the optimizer is running already; call go again when it has "
                                    "ended");
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
        const Settings settings = readSettings(parameters_, assembly);
        const MeasuredTime time(createQuery());
        findings_.begin(settings.problem.accuracy);
        TrialRunner runner(settings, assembly, time, services_);
        const ExhaustiveStrategy strategy;
        while (const auto pairing = strategy.next(settings.problem, findings_.trials())) {
            findings_.add(asAllRanksSeeIt(runner.run(*pairing)));
        }
        const std::vector<tuning::Decision> decisions =
            strategy.decide(settings.problem, findings_.trials());
        findings_.decide(decisions);
        const tuning::Decision& overall = decisions.back();
        if (overall.candidate.empty()) {
            throw gantry::Error(
                gov::cca::CCAExceptionType::Nonstandard,
                overall.reason +
                    "; raise the optimizer's parameter 'accuracy' or 'maxEvaluations', or "
                    "name further candidates");
        }
        const Assembly::Provider winner =
            runner.prepare({overall.candidate, settings.finalSubject});
        rewire(assembly, settings.user, winner);
        runner.keep(winner.instance);
        forgetFormerWinner(assembly, winner.instance);
    }

    tuning::Trial asAllRanksSeeIt(const tuning::Trial& trial) {
        if (!isConnected(kRanksPort)) {
            return trial;
        }
        const gantry::UsedPort<parallel::Upcalls> ranks(services_, kRanksPort);
        return agreeOnTrial(*ranks, trial);
    }

    bool isConnected(const char* port) {
        if (!services_->getPortNonblocking(port)) {
            return false;
        }
        services_->releasePort(port);
        return true;
    }

    std::shared_ptr<performance::Query> createQuery() {
        if (!isConnected(kMeasurementPort)) {
            throw gantry::Error(gov::cca::CCAExceptionType::PortNotConnected,
                                "the optimizer's MeasurementPort is not connected, so no candidate "
                                "can be timed; connect "
                                "it to a performance component, for example performance.Native");
        }
        const gantry::UsedPort<performance::Measurement> measurement(services_, kMeasurementPort);
        return measurement->createQuery();
    }

    static void rewire(Assembly& assembly, const Assembly::Provider& user,
                       const Assembly::Provider& winner) {
        const auto former = assembly.providerOf(user.instance, user.port);
        assembly.disconnect(user.instance, user.port);
        try {
            assembly.connect(user.instance, user.port, winner);
        } catch (...) {
            if (former) {
                assembly.connect(user.instance, user.port, *former);
            }
            throw;
        }
    }

    // An earlier run's winner serves nobody any more.
    void forgetFormerWinner(Assembly& assembly, const std::string& winner) {
        const std::string former = std::exchange(winner_, winner);
        if (!former.empty() && assembly.has(former)) {
            assembly.destroy(former);
        }
    }

    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    Findings findings_;
    std::string winner_;
    std::atomic_flag running_;
};

}  // namespace optimizer

GANTRY_COMPONENT(optimizer::Optimizer, optimizer::kDescription);
