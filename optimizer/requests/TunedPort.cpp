#include "TunedPort.hpp"

#include <gantry/Error.hpp>

#include "assembly/isConnected.hpp"

namespace optimizer {
namespace {

constexpr const char* kSeconds = "seconds";
constexpr const char* kCpuSeconds = "cpuSeconds";

// What gates supply is the time of a thread that nothing else disturbed.
bool isOfTime(const std::string& metric) {
    return metric == kSeconds || metric == kCpuSeconds;
}

[[noreturn]] void refuse(const std::string& problem) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties, "the tuner: " + problem);
}

}  // namespace

TunedPort::TunedPort(const TunerSettings& settings,
                     const std::shared_ptr<gov::cca::Services>& services,
                     const std::shared_ptr<const gantry::Library>& library)
    : services_(services),
      self_(services->getComponentID()->getInstanceName()),
      port_(settings.port.user.instance + "." + settings.port.user.port),
      wiring_({settings.port.user, settings.gates, settings.port.candidates,
               settings.port.unverified, settings.method, trustedOn(settings)},
              services),
      canReplay_(settings.mode == tuning::Mode::Replay) {
    // Before the wiring: without a clock, or with a wrong expression for the cost, nothing has
    // changed.
    measure(settings);
    try {
        wiring_.arrange();
        strategy_ = std::make_unique<ConnectedStrategy>(
            services_, settings.port.strategy,
            canReplay_ ? std::optional(settings.log) : std::nullopt);
        begin(settings);
        // A gate asks for each request; without one the calls themselves are watched.
        if (!wiring_.isGated()) {
            watch(settings, library);
        }
    } catch (...) {
        // A constructor that throws has no destructor: what was wired is rolled back here.
        withdraw();
        throw;
    }
}

template <class Port>
TunedPort::Held<Port> TunedPort::hold(const std::string& name) const {
    return isConnected(*services_, name) ? std::make_unique<gantry::UsedPort<Port>>(services_, name)
                                         : nullptr;
}

// A child of one rank cannot talk to the other ranks.
std::optional<std::vector<std::string>> TunedPort::trustedOn(const TunerSettings& settings) const {
    const auto ranks = hold<parallel::Upcalls>(kRanksPort);
    return ranks && (*ranks)->getSize() > 1 ? std::nullopt : std::optional(settings.trusted);
}

void TunedPort::measure(const TunerSettings& settings) {
    measurement_ = hold<performance::Measurement>(kMeasurementPort);
    if (!measurement_) {
        refuse(
            "MeasurementPort is not connected, so no candidate can be timed; connect it to a "
            "performance component, for example performance.Native");
    }
    meter_ = std::make_unique<CallMeter>(**measurement_);
    std::vector<std::string> figures = meter_->figureNames();
    figures.emplace_back("quality");
    cost_ = std::make_unique<CostExpression>(settings.port.metric, figures);
}

void TunedPort::begin(const TunerSettings& settings) {
    for (const std::string& missing : wiring_.missing()) {
        warnings_.push_back("the candidate " + missing + " is not installed, and is ignored");
    }
    for (const std::string& untrusted : wiring_.untrusted()) {
        warnings_.push_back("the candidate " + untrusted +
                            " is called in a child process, as its class is not trusted; if it "
                            "is sound, add it to the tuner's parameter 'trusted'");
    }
    if (wiring_.candidates().size() == 1) {
        warnings_.push_back(
            "nothing can be tuned: there is no candidate besides the initial one, " +
            wiring_.candidates().front().name);
    }
    for (const tuning::Candidate& candidate : wiring_.candidates()) {
        // A timer for each candidate, in the group of the tuner.
        meter_->add(**measurement_, port_ + " by " + candidate.name, self_);
    }
    store_ = hold<tuning::Store>(kStorePort);
    decisionLog_ = hold<tuning::DecisionLog>(kDecisionLogPort);
    ranks_ = hold<parallel::Upcalls>(kRanksPort);
    (**strategy_).begin(sidl::array<tuning::Candidate>(wiring_.candidates()), settings.port.seed);
    // After begin, which forgets everything, and before the first choice.
    recall(settings);
    RequestServer::Parts parts;
    parts.port = port_;
    parts.candidates = wiring_.candidates();
    parts.strategy = &**strategy_;
    parts.meter = meter_.get();
    parts.cost = cost_.get();
    parts.costIsTime = settings.port.metric == kSeconds;
    parts.decisionLog = decisionLog_ ? decisionLog_->get() : nullptr;
    parts.ranks = ranks_ ? ranks_->get() : nullptr;
    parts.connectIncumbent = [this](std::size_t candidate) { wire(candidate); };
    parts.resumes = !wiring_.isGated();
    parts.verifyEvery = settings.verifyEvery;
    server_ = std::make_shared<RequestServer>(std::move(parts));
    setMode(settings.mode, settings.pinned);
}

void TunedPort::wire(std::size_t candidate) {
    // Rewiring waits for calls in flight, so it is done only where the provider differs.
    if (candidate != wired_) {
        wiring_.connectIncumbent(candidate);
        wired_ = candidate;
    }
}

void TunedPort::watch(const TunerSettings& settings,
                      const std::shared_ptr<const gantry::Library>& library) {
    if (ranks_ && (*ranks_)->getSize() > 1) {
        refuse(
            "a port without a gate is tuned on one rank only, because ranks cannot agree on "
            "which of their calls belong together; write a gate (docs/guide/tuning.md)");
    }
    const std::string context =
        settings.method.empty() ? "every call" : "calls of " + settings.method;
    observer_ = gantry::makeHeld<CallObserver>(
        *library, server_, [this](std::size_t candidate) { wire(candidate); }, context);
    wiring_.watch(observer_);
    observer_->choose();
}

void TunedPort::unwatch() noexcept {
    if (observer_) {
        // First no more requests, then no more reports of calls.
        observer_->end();
        wiring_.unwatch();
        // In the reverse order of what depends on what: the strategy is used by the server, the
        // candidates by the wiring.
        observer_.reset();
    }
}

// The tuner works without what was learned before.
void TunedPort::recall(const TunerSettings& settings) {
    // Seconds say nothing of another objective.
    if (wiring_.isGated() && isOfTime(settings.port.metric) && !canReplay_) {
        (**strategy_).restore(wiring_.experience());
    }
    if (!store_) {
        return;
    }
    try {
        const auto learned = (*store_)->load(port_);
        if (learned.length() > 0) {
            (**strategy_).restore(learned);
        }
    } catch (const std::exception& error) {
        warnings_.push_back(std::string("started without the learned costs of earlier runs: ") +
                            error.what());
        store_.reset();
    }
}

void TunedPort::withdraw() noexcept {
    unwatch();
    server_.reset();
    if (strategy_) {
        strategy_->withdraw();
    }
    wiring_.withdraw();
}

void TunedPort::setMode(tuning::Mode mode, const std::string& candidate) {
    if (mode == tuning::Mode::Replay && !canReplay_) {
        refuse("there is no log to replay; set the parameters 'mode' and 'log' before go");
    }
    server_->setMode(mode, mode == tuning::Mode::Pin ? placeOf(candidate) : 0);
}

std::size_t TunedPort::placeOf(const std::string& candidate) const {
    std::string known;
    for (std::size_t i = 0; i < wiring_.candidates().size(); ++i) {
        if (wiring_.candidates()[i].name == candidate) {
            return i;
        }
        known += (known.empty() ? "" : "; ") + wiring_.candidates()[i].name;
    }
    refuse("there is no candidate '" + candidate + "' to pin; the candidates are " + known);
}

std::vector<std::string> TunedPort::warnings() const {
    std::vector<std::string> all = warnings_;
    const std::vector<std::string> later = server_->warnings();
    all.insert(all.end(), later.begin(), later.end());
    return all;
}

tuning::Forecast TunedPort::forecast(std::int64_t calls) {
    return (**strategy_).forecast(calls);
}

void TunedPort::keep() noexcept {
    // Each by itself: a store that fails must not keep the log from being written.
    const auto attempt = [this](const auto& act) {
        try {
            act();
        } catch (const std::exception& error) {
            warnings_.emplace_back(error.what());
        }
    };
    // A replay repeats former decisions; there is nothing new to keep.
    if (store_ && !canReplay_) {
        attempt([this] {
            // Without a request there is nothing to add, and no reason to create a store.
            if (const auto learned = (**strategy_).getLearned(); !learned.empty()) {
                (*store_)->save(port_, learned);
            }
        });
    }
    if (decisionLog_) {
        attempt([this] { (*decisionLog_)->flush(); });
    }
}

}  // namespace optimizer
