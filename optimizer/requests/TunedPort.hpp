#pragma once

#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <tuning/Forecast.hpp>
#include <tuning/Mode.hpp>
#include <tuning/Store.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "CallObserver.hpp"
#include "RequestServer.hpp"
#include "TunedWiring.hpp"
#include "measuring/CallMeter.hpp"
#include "plan/ConnectedStrategy.hpp"
#include "plan/TunerSettings.hpp"

namespace optimizer {

inline constexpr const char* kStorePort = "store";
inline constexpr const char* kDecisionLogPort = "decisionLog";
inline constexpr const char* kRanksPort = "upcalls";

/// A tuned port, from arranging to the end: its wiring, its strategy, and the server of its
/// requests. Holds the tuner's ports for its lifetime.
class TunedPort final {
public:
    /// Throws gantry::Error or what the framework throws; the assembly is then as before. library:
    /// the one with the tuner's code; the observer of a port without a gate holds it.
    TunedPort(const TunerSettings& settings, const std::shared_ptr<gov::cca::Services>& services,
              const std::shared_ptr<const gantry::Library>& library);
    /// From now on calls of a port without a gate are served by the current candidate. Waits for a
    /// choice in progress.
    void unwatch() noexcept;

    /// Valid for the lifetime of this object.
    [[nodiscard]] std::shared_ptr<RequestServer> server() const { return server_; }
    [[nodiscard]] const std::vector<tuning::Candidate>& candidates() const {
        return wiring_.candidates();
    }
    /// candidate is a name for the mode Pin, else empty. Throws gantry::Error for an unknown name,
    /// and for Replay without a log.
    void setMode(tuning::Mode mode, const std::string& candidate);
    [[nodiscard]] std::vector<std::string> warnings() const;
    /// "INSTANCE.PORT".
    [[nodiscard]] const std::string& port() const { return port_; }
    /// What the strategy expects of a new context. Any thread: it rests on what the strategy
    /// restored at the begin, which does not change.
    [[nodiscard]] tuning::Forecast forecast(std::int64_t calls);
    /// Saves what was learned and flushes the decision log; a failure is a warning.
    void keep() noexcept;

private:
    template <class Port>
    using Held = std::unique_ptr<gantry::UsedPort<Port>>;

    template <class Port>
    Held<Port> hold(const std::string& name) const;
    /// The classes that are called in this process; nothing: all.
    [[nodiscard]] std::optional<std::vector<std::string>> trustedOn(
        const TunerSettings& settings) const;
    /// The steps of the constructor, in this order. Each throws gantry::Error.
    void measure(const TunerSettings& settings);
    void begin(const TunerSettings& settings);
    void watch(const TunerSettings& settings,
               const std::shared_ptr<const gantry::Library>& library);
    /// Connects the rewired port to a candidate, if it is not connected so.
    void wire(std::size_t candidate);
    /// Restores what the gate ships and what was learned before; a failure is a warning.
    void recall(const TunerSettings& settings);
    void withdraw() noexcept;
    [[nodiscard]] std::size_t placeOf(const std::string& candidate) const;

    std::shared_ptr<gov::cca::Services> services_;
    std::string self_;
    std::string port_;
    TunedWiring wiring_;
    bool canReplay_ = false;
    Held<performance::Measurement> measurement_;
    std::unique_ptr<ConnectedStrategy> strategy_;
    Held<tuning::Store> store_;
    Held<tuning::DecisionLog> decisionLog_;
    Held<parallel::Upcalls> ranks_;
    std::unique_ptr<CallMeter> meter_;
    std::unique_ptr<CostExpression> cost_;
    std::shared_ptr<RequestServer> server_;
    /// Without a gate; else null.
    std::shared_ptr<CallObserver> observer_;
    /// The candidate that the rewired port is connected to: the incumbent's port, or without a gate
    /// the user's.
    std::size_t wired_ = 0;
    std::vector<std::string> warnings_;
};

}  // namespace optimizer
