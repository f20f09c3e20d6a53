#pragma once

#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <tuning/Mode.hpp>
#include <tuning/Store.hpp>

#include <memory>
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

/// A port that is tuned, from arranging it to the end: its wiring, the strategy, and what serves.
/// Holds the tuner's ports as long as it lives.
class TunedPort final {
public:
    /// Throws gantry::Error or what the framework throws; the assembly is then as it was before.
    /// library: with the tuner's code, which what watches a port without a gate holds.
    TunedPort(const TunerSettings& settings, const std::shared_ptr<gov::cca::Services>& services,
              const std::shared_ptr<const gantry::Library>& library);
    /// From now on calls of a port without a gate are served by who serves now. Waits for a choice
    /// that is being made.
    void unwatch() noexcept;

    /// To be called as long as the tuned port lives.
    [[nodiscard]] std::shared_ptr<RequestServer> server() const { return server_; }
    [[nodiscard]] const std::vector<tuning::Candidate>& candidates() const {
        return wiring_.candidates();
    }
    /// candidate is a name where the mode is Pin, and empty else. Throws gantry::Error for a name
    /// that is unknown, and for Replay where no log was named.
    void setMode(tuning::Mode mode, const std::string& candidate);
    [[nodiscard]] std::vector<std::string> warnings() const;
    /// Stores what was learned and writes the decision log to its end; what fails is a warning.
    void keep() noexcept;

private:
    template <class Port>
    using Held = std::unique_ptr<gantry::UsedPort<Port>>;

    template <class Port>
    Held<Port> hold(const std::string& name) const;
    void measure(const TunerSettings& settings);
    void begin(const TunerSettings& settings);
    void watch(const TunerSettings& settings,
               const std::shared_ptr<const gantry::Library>& library);
    void wire(std::size_t candidate);
    void recall();
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
    /// Where there is no gate.
    std::shared_ptr<CallObserver> observer_;
    /// Where the port leads that is re-wired: the incumbent's, or without a gate the user's.
    std::size_t wired_ = 0;
    std::vector<std::string> warnings_;
};

}  // namespace optimizer
