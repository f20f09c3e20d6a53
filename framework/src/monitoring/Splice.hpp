#pragma once

#include <framework/Monitoring.hpp>
#include <gantry/Proxy.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Port.hpp>

#include <memory>
#include <span>
#include <vector>

#include "monitoring/ProbePlan.hpp"

namespace gantry::framework {

/// A proxy that stands in a connection. Used under the lock of the assembly.
class Splice final {
public:
    /// direct: what the user got before, and gets again.
    Splice(SplicedProxy proxy, std::shared_ptr<gov::cca::Port> direct)
        : proxy_(std::move(proxy)),
          direct_(std::move(direct)),
          observed_(proxy_.proxy->methods().size()) {}
    /// Observes nothing any more, also for users that still hold the proxy.
    ~Splice();
    Splice(const Splice&) = delete;
    Splice& operator=(const Splice&) = delete;

    /// What the user calls.
    [[nodiscard]] const std::shared_ptr<gov::cca::Port>& port() const noexcept {
        return proxy_.port;
    }
    [[nodiscard]] const std::shared_ptr<gov::cca::Port>& direct() const noexcept { return direct_; }
    [[nodiscard]] std::span<const MethodDescription> methods() const noexcept {
        return proxy_.proxy->methods();
    }

    /// Observes a method from its next call on.
    void observe(PlannedProbe planned);
    /// The observed methods, in the order of the interface.
    [[nodiscard]] std::vector<MonitoredMethod> observed() const;

private:
    SplicedProxy proxy_;
    std::shared_ptr<gov::cca::Port> direct_;
    /// One for each method; without a probe where it is not observed.
    std::vector<PlannedProbe> observed_;
};

}  // namespace gantry::framework
