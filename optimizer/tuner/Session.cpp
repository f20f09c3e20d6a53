#include "Session.hpp"

#include <gantry/Error.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include "setParameter.hpp"

namespace optimizer {
namespace {

constexpr const char* kReplayClass = "strategies.Replay";
constexpr const char* kReplayLog = "log";
constexpr const char* kSeconds = "seconds";
constexpr const char* kMeasurementPort = "MeasurementPort";

[[noreturn]] void refuse(const std::string& problem) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties, "the tuner: " + problem);
}

}  // namespace

bool isConnected(gov::cca::Services& services, const std::string& port) {
    if (!services.getPortNonblocking(port)) {
        return false;
    }
    services.releasePort(port);
    return true;
}

Session::Session(const TunerSettings& settings, const std::shared_ptr<gov::cca::Services>& services,
                 const std::shared_ptr<const gantry::Library>& library)
    : services_(services),
      self_(services->getComponentID()->getInstanceName()),
      port_(settings.user + "." + settings.userPort),
      stage_({{settings.user, settings.userPort},
              settings.gates,
              settings.candidates,
              settings.unproved,
              settings.method},
             services),
      canReplay_(settings.mode == tuning::Mode::Replay) {
    measure(settings);
    try {
        stage_.arrange();
        provideStrategy(settings);
        begin(settings);
        if (!stage_.isGated()) {
            watch(settings, library);
        }
    } catch (...) {
        withdraw();
        throw;
    }
}

template <class Port>
Session::Held<Port> Session::hold(const std::string& name) const {
    return isConnected(*services_, name) ? std::make_unique<gantry::UsedPort<Port>>(services_, name)
                                         : nullptr;
}

void Session::measure(const TunerSettings& settings) {
    measurement_ = hold<performance::Measurement>(kMeasurementPort);
    if (!measurement_) {
        refuse(
            "MeasurementPort is not connected, so no candidate can be timed; connect it to a "
            "performance component, for example performance.Native");
    }
    meter_ = std::make_unique<CallMeter>(**measurement_);
    std::vector<std::string> figures = meter_->figureNames();
    figures.emplace_back("quality");
    cost_ = std::make_unique<CostExpression>(settings.metric, figures);
}

void Session::provideStrategy(const TunerSettings& settings) {
    if (canReplay_ || !isConnected(*services_, kStrategyPort)) {
        const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
        Assembly assembly(*builder);
        const std::string className = canReplay_ ? kReplayClass : settings.strategy;
        strategyInstance_ = assembly.create(className, className.substr(className.rfind('.') + 1));
        const auto port = assembly.providedPort(strategyInstance_, "tuning.Strategy");
        if (!port) {
            refuse(className + " provides no tuning.Strategy; set the parameter 'strategy'");
        }
        if (canReplay_) {
            const auto parameters =
                assembly.providedPort(strategyInstance_, "gov.cca.ports.ParameterPort");
            assembly.connect(self_, kCandidateParametersPort,
                             {strategyInstance_, parameters.value_or("configuration")});
            {
                const gantry::UsedPort<gov::cca::ports::ParameterPort> sheet(
                    services_, kCandidateParametersPort);
                setParameter(*sheet, kReplayLog, settings.log, className);
            }
            assembly.disconnect(self_, kCandidateParametersPort);
            assembly.disconnect(self_, kStrategyPort);
        }
        assembly.connect(self_, kStrategyPort, {strategyInstance_, *port});
    }
    strategy_ = hold<tuning::Strategy>(kStrategyPort);
}

void Session::begin(const TunerSettings& settings) {
    for (const std::string& missing : stage_.missing()) {
        warnings_.push_back("the candidate " + missing + " is not installed here; done without it");
    }
    for (const tuning::Candidate& candidate : stage_.candidates()) {
        meter_->add(**measurement_, port_ + " by " + candidate.name, self_);
    }
    store_ = hold<tuning::Store>(kStorePort);
    journal_ = hold<tuning::Journal>(kJournalPort);
    ranks_ = hold<parallel::Upcalls>(kRanksPort);
    (*strategy_)->begin(sidl::array<tuning::Candidate>(stage_.candidates()), settings.seed);
    recall();
    Serving::Parts parts;
    parts.port = port_;
    parts.candidates = stage_.candidates();
    parts.strategy = strategy_->get();
    parts.meter = meter_.get();
    parts.cost = cost_.get();
    parts.costIsTime = settings.metric == kSeconds;
    parts.journal = journal_ ? journal_->get() : nullptr;
    parts.ranks = ranks_ ? ranks_->get() : nullptr;
    parts.connectIncumbent = [this](std::size_t candidate) { wire(candidate); };
    parts.resumes = !stage_.isGated();
    parts.proofEvery = settings.proofEvery;
    serving_ = std::make_shared<Serving>(std::move(parts));
    setMode(settings.mode, settings.pinned);
}

void Session::wire(std::size_t candidate) {
    if (candidate != wired_) {
        stage_.connectIncumbent(candidate);
        wired_ = candidate;
    }
}

void Session::watch(const TunerSettings& settings,
                    const std::shared_ptr<const gantry::Library>& library) {
    if (ranks_ && (*ranks_)->getSize() > 1) {
        refuse(
            "a port without a gate is tuned on one rank only, because ranks can not agree on "
            "which of their calls belong together; write a gate (docs/guide/tuning.md)");
    }
    const std::string context =
        settings.method.empty() ? "every call" : "calls of " + settings.method;
    watch_ = gantry::makeHeld<CallWatch>(
        *library, serving_, [this](std::size_t candidate) { wire(candidate); }, context);
    stage_.watch(watch_);
    watch_->choose();
}

void Session::unwatch() noexcept {
    if (watch_) {
        watch_->end();
        stage_.unwatch();
        watch_.reset();
    }
}

// Knowledge from before is a help, not a need.
void Session::recall() {
    if (!store_) {
        return;
    }
    try {
        const auto learned = (*store_)->load(port_);
        if (learned.length() > 0) {
            (*strategy_)->restore(learned);
        }
    } catch (const std::exception& error) {
        warnings_.push_back(std::string("begun without what was learned before: ") + error.what());
        store_.reset();
    }
}

void Session::withdraw() noexcept {
    unwatch();
    serving_.reset();
    strategy_.reset();
    if (!strategyInstance_.empty()) {
        try {
            const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
            Assembly(*builder).destroy(strategyInstance_);
        } catch (const std::exception&) {
            // What led here is told.
        }
    }
    stage_.withdraw();
}

void Session::setMode(tuning::Mode mode, const std::string& candidate) {
    if (mode == tuning::Mode::Replay && !canReplay_) {
        refuse(
            "there is no log to be replayed; set the parameters 'mode' and 'log' before it "
            "arranges");
    }
    serving_->setMode(mode, mode == tuning::Mode::Pin ? placeOf(candidate) : 0);
}

std::size_t Session::placeOf(const std::string& candidate) const {
    std::string known;
    for (std::size_t i = 0; i < stage_.candidates().size(); ++i) {
        if (stage_.candidates()[i].name == candidate) {
            return i;
        }
        known += (known.empty() ? "" : "; ") + stage_.candidates()[i].name;
    }
    refuse("there is no candidate '" + candidate + "' to be pinned; there are " + known);
}

std::vector<std::string> Session::warnings() const {
    std::vector<std::string> all = warnings_;
    const std::vector<std::string> later = serving_->warnings();
    all.insert(all.end(), later.begin(), later.end());
    return all;
}

void Session::keep() noexcept {
    const auto attempt = [this](const auto& act) {
        try {
            act();
        } catch (const std::exception& error) {
            warnings_.push_back(error.what());
        }
    };
    if (store_ && !canReplay_) {
        attempt([this] { (*store_)->save(port_, (*strategy_)->getLearned()); });
    }
    if (journal_) {
        attempt([this] { (*journal_)->flush(); });
    }
}

}  // namespace optimizer
