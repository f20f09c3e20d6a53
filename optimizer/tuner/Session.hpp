#pragma once

#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <tuning/Mode.hpp>
#include <tuning/Store.hpp>

#include <memory>
#include <string>
#include <vector>

#include "CallMeter.hpp"
#include "CallWatch.hpp"
#include "Serving.hpp"
#include "Stage.hpp"
#include "TunerSettings.hpp"

namespace optimizer {

inline constexpr const char* kStrategyPort = "strategy";
inline constexpr const char* kStorePort = "store";
inline constexpr const char* kJournalPort = "journal";
inline constexpr const char* kRanksPort = "upcalls";

/// Whether something is connected to that uses port.
[[nodiscard]] bool isConnected(gov::cca::Services& services, const std::string& port);

/// A port that is tuned, from arranging it to the end: the stage, the strategy, and what serves.
/// Holds the tuner's ports as long as it lives.
class Session final {
public:
    /// Throws gantry::Error or what the framework throws; the assembly is then as it was before.
    /// library: with the tuner's code, which what watches a port without a gate holds.
    Session(const TunerSettings& settings, const std::shared_ptr<gov::cca::Services>& services,
            const std::shared_ptr<const gantry::Library>& library);
    /// From now on calls of a port without a gate are served by who serves now. Waits for a choice
    /// that is being made.
    void unwatch() noexcept;

    /// To be called as long as the session lives.
    [[nodiscard]] std::shared_ptr<Serving> serving() const { return serving_; }
    [[nodiscard]] const std::vector<tuning::Candidate>& candidates() const {
        return stage_.candidates();
    }
    /// candidate is a name where the mode is Pin, and empty else. Throws gantry::Error for a name
    /// that is unknown, and for Replay where no log was named.
    void setMode(tuning::Mode mode, const std::string& candidate);
    [[nodiscard]] std::vector<std::string> warnings() const;
    /// Stores what was learned and writes the journal to its end; what fails is a warning.
    void keep() noexcept;

private:
    template <class Port>
    using Held = std::unique_ptr<gantry::UsedPort<Port>>;

    template <class Port>
    Held<Port> hold(const std::string& name) const;
    void measure(const TunerSettings& settings);
    void provideStrategy(const TunerSettings& settings);
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
    Stage stage_;
    /// The strategy's instance where the tuner made it; empty else.
    std::string strategyInstance_;
    bool canReplay_ = false;
    Held<performance::Measurement> measurement_;
    Held<tuning::Strategy> strategy_;
    Held<tuning::Store> store_;
    Held<tuning::Journal> journal_;
    Held<parallel::Upcalls> ranks_;
    std::unique_ptr<CallMeter> meter_;
    std::unique_ptr<CostExpression> cost_;
    std::shared_ptr<Serving> serving_;
    /// Where there is no gate.
    std::shared_ptr<CallWatch> watch_;
    /// Where the port leads that is re-wired: the incumbent's, or without a gate the user's.
    std::size_t wired_ = 0;
    std::vector<std::string> warnings_;
};

}  // namespace optimizer
