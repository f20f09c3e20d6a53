#pragma once

#include <gantry/ports.hpp>
#include <tuning/Strategy.hpp>

#include <memory>
#include <optional>
#include <string>

#include "assembly/Assembly.hpp"

namespace optimizer {

inline constexpr const char* kStrategyPort = "strategy";

/// The strategy of a tuned port: the provider that is connected to the component's port "strategy",
/// else an instance of a class, which is created and connected. It stays in the assembly until
/// withdraw().
class ConnectedStrategy final {
public:
    /// services are those of the component. replayedLog: a decision log whose choices are repeated,
    /// whatever is connected. Throws gantry::Error or what the framework throws; the assembly is
    /// then as before.
    ConnectedStrategy(std::shared_ptr<gov::cca::Services> services, const std::string& className,
                      const std::optional<std::string>& replayedLog = std::nullopt);
    ~ConnectedStrategy() = default;
    ConnectedStrategy(const ConnectedStrategy&) = delete;
    ConnectedStrategy& operator=(const ConnectedStrategy&) = delete;

    [[nodiscard]] tuning::Strategy& operator*() const { return **port_; }
    [[nodiscard]] tuning::Strategy* operator->() const { return port_->get(); }
    /// Releases the port and destroys the instance that was created; the strategy may not be used
    /// after that.
    void withdraw() noexcept;

private:
    /// Creates the instance, connects it, and holds its port.
    void create(Assembly& assembly, const std::string& className);
    /// Sets the parameter of a replaying strategy.
    void setLog(Assembly& assembly, const std::string& log);

    std::shared_ptr<gov::cca::Services> services_;
    std::string self_;
    std::string instance_;
    std::unique_ptr<gantry::UsedPort<tuning::Strategy>> port_;
};

}  // namespace optimizer
