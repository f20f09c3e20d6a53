#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ComponentRelease.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <gov/cca/ports/proxy/GoPort.hpp>
#include <tuning/Tuner.hpp>

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "assembly/isConnected.hpp"
#include "plan/TunerSettings.hpp"
#include "requests/RequestForwarder.hpp"
#include "requests/TunedPort.hpp"

namespace optimizer {
namespace {

constexpr const char* kDriverPort = "driver";

constexpr std::array kProvides{
    gantry::PortDescription{"go", "gov.cca.ports.GoPort"},
    gantry::PortDescription{"tuner", "tuning.Tuner"},
    gantry::PortDescription{kRequestsPort, "tuning.Requests"},
    gantry::PortDescription{kParametersPort, "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{
    gantry::PortDescription{"builder", "gov.cca.ports.BuilderService"},
    gantry::PortDescription{"rewiring", "wiring.Rewiring"},
    gantry::PortDescription{"watching", "wiring.Watching"},
    gantry::PortDescription{"repository", "gov.cca.ports.ComponentRepository"},
    gantry::PortDescription{kMeasurementPort, kMeasurementType},
    gantry::uses<gov::cca::ports::GoPort>(kDriverPort, false),
    gantry::PortDescription{kStrategyPort, "tuning.Strategy", false},
    gantry::PortDescription{kStorePort, "tuning.Store", false},
    gantry::PortDescription{kDecisionLogPort, "tuning.DecisionLog", false},
    gantry::PortDescription{kRanksPort, "parallel.Upcalls", false},
    gantry::PortDescription{kGatePort, "tuning.Gate", false},
    gantry::PortDescription{kCandidateParametersPort, "gov.cca.ports.ParameterPort", false}};
constexpr auto kDescription = gantry::describe(
    {"optimizer.Tuner", "1.0",
     "Serves each request of a port by the component that is best for it, and verifies results"},
    kProvides, kUses, kTunerParameters);

}  // namespace

/// go arranges the tuned port, runs the driver, and saves what was learned. If arranging fails, the
/// driver runs with its former provider, and go then throws the error.
class Tuner final : public gov::cca::ports::GoPort,
                    public tuning::Tuner,
                    public gov::cca::Component {
public:
    explicit Tuner(std::shared_ptr<const gantry::Library> library) : library_(std::move(library)) {}

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own<gov::cca::ports::GoPort>(this), "go",
                                  "gov.cca.ports.GoPort", nullptr);
        services->addProvidesPort(gantry::own<tuning::Tuner>(this), "tuner", "tuning.Tuner",
                                  nullptr);
        // The forwarder is there from the beginning, as ports are connected before go; it gets its
        // server when the port is arranged.
        services->addProvidesPort(gantry::own<gov::cca::Port>(&requests_), kRequestsPort,
                                  "tuning.Requests", nullptr);
        parameters_.attach(services, kDescription, kParametersPort);
        services->registerForRelease(std::make_shared<Release>(*this));
    }

    std::int32_t go() override {
        std::exception_ptr trouble;
        try {
            arrange();
        } catch (...) {
            // The user's run counts more than the tuning: it goes on with its own provider.
            trouble = std::current_exception();
        }
        const std::int32_t status = runDriver();
        if (trouble) {
            std::rethrow_exception(trouble);
        }
        keep();
        return status;
    }

    void arrange() override {
        const std::lock_guard lock(mutex_);
        if (tuned_) {
            return;
        }
        const TunerSettings settings = readTunerSettings(parameters_);
        // Complete before it is published: other threads may ask for it at any time.
        auto tuned = std::make_shared<TunedPort>(settings, services_, library_);
        requests_.open(tuned->server());
        tuned_ = std::move(tuned);
    }
    sidl::array<tuning::Candidate> getCandidates() override {
        const auto tuned = current();
        return tuned ? sidl::array<tuning::Candidate>(tuned->candidates())
                     : sidl::array<tuning::Candidate>();
    }
    tuning::Mode getMode() override {
        const auto tuned = current();
        return tuned ? tuned->server()->mode() : readMode(parameters_.getString("mode"));
    }
    void setMode(tuning::Mode mode, const std::string& candidate) override {
        arranged()->setMode(mode, candidate);
    }
    tuning::Served getServed() override {
        const auto tuned = current();
        return tuned ? tuned->server()->served() : tuning::Served{};
    }
    sidl::array<std::string> getWarnings() override {
        const auto tuned = current();
        if (!tuned) {
            return {};
        }
        std::vector<std::string> all = tuned->warnings();
        if (hasDriven_ && tuned->server()->requests() == 0) {
            all.push_back(idleness(tuned->server()->skipped()));
        }
        return sidl::array<std::string>(all);
    }
    std::string getTunedPort() override {
        const auto tuned = current();
        return tuned ? tuned->port() : "";
    }
    tuning::Forecast forecast(std::int64_t calls) override { return arranged()->forecast(calls); }

private:
    class Release final : public gov::cca::ComponentRelease {
    public:
        explicit Release(Tuner& owner) : owner_(owner) {}
        void releaseServices(const std::shared_ptr<gov::cca::Services>&) override { owner_.end(); }

    private:
        Tuner& owner_;
    };

    /// Why the driver ran, and no call was decided.
    static std::string idleness(const std::map<std::string, std::int64_t>& skipped) {
        std::int64_t calls = 0;
        std::string reasons;
        for (const auto& [reason, number] : skipped) {
            calls += number;
            reasons += (reasons.empty() ? "" : "; ") + reason + " (" + std::to_string(number) +
                       (number == 1 ? " call)" : " calls)");
        }
        return calls == 0 ? "nothing was tuned: while the driver ran, the tuned port was not called"
                          : "nothing was tuned: " + reasons;
    }

    std::int32_t runDriver() {
        if (!isConnected(*services_, kDriverPort)) {
            return 0;
        }
        const gantry::UsedPort<gov::cca::ports::GoPort> driver(services_, kDriverPort);
        const std::int32_t status = driver->go();
        hasDriven_ = true;
        return status;
    }

    void keep() {
        if (const auto tuned = current()) {
            tuned->keep();
        }
    }

    void end() noexcept {
        std::shared_ptr<TunedPort> tuned;
        {
            const std::lock_guard lock(mutex_);
            // Taken out under the lock, ended without it; calls that have it already keep it alive.
            tuned = std::exchange(tuned_, nullptr);
        }
        // Not under the lock: unwatch waits for calls that may ask this component.
        requests_.close();
        if (tuned) {
            tuned->unwatch();
            tuned->keep();
        }
    }

    std::shared_ptr<TunedPort> current() {
        const std::lock_guard lock(mutex_);
        return tuned_;
    }
    std::shared_ptr<TunedPort> arranged() {
        auto tuned = current();
        if (!tuned) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                                "the tuner has not arranged a port yet; call arrange or go first");
        }
        return tuned;
    }

    const std::shared_ptr<const gantry::Library> library_;
    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    RequestForwarder requests_;
    std::mutex mutex_;
    std::shared_ptr<TunedPort> tuned_;
    std::atomic<bool> hasDriven_ = false;
};

}  // namespace optimizer

GANTRY_COMPONENT(optimizer::Tuner, optimizer::kDescription);
