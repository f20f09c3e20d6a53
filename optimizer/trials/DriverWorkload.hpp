#pragma once

#include <gantry/ports.hpp>
#include <gov/cca/Services.hpp>
#include <gov/cca/ports/GoPort.hpp>

#include <memory>
#include <optional>
#include <string>

#include "Workload.hpp"
#include "plan/TrialSettings.hpp"

namespace optimizer {

/// The optimizer's own uses port for what it runs.
inline constexpr const char* kDriverPort = "driver";

/// Runs the driver, with the user's port connected to the candidate: for ports of any type. The
/// subject is the user's instance. Results are not verified; a status other than 0 is a failure.
class DriverWorkload final : public Workload {
public:
    /// The references outlive this object. services are the optimizer's own. Throws gantry::Error
    /// if nothing is connected to the port "driver".
    DriverWorkload(const TrialSettings& settings, Assembly& assembly,
                   std::shared_ptr<gov::cca::Services> services);

    void begin(const Assembly::Provider& candidate, const std::string& subject) override;
    void call() override;
    [[nodiscard]] WorstCall result() override;
    [[nodiscard]] bool isExact() const override { return false; }
    void end() noexcept override;
    /// As Workload::adopt; the driver itself is not run.
    void adopt(const Assembly::Provider& candidate) override;

private:
    const TrialSettings& settings_;
    Assembly& assembly_;
    std::shared_ptr<gov::cca::Services> services_;
    /// What the user's port was connected to before begin().
    std::optional<Assembly::Provider> former_;
    std::unique_ptr<gantry::UsedPort<gov::cca::ports::GoPort>> driver_;
    std::int32_t status_ = 0;
};

}  // namespace optimizer
