#pragma once

#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <numeric/IntegratorPort.hpp>
#include <numeric/proxy/IntegratorPort.hpp>

#include <array>
#include <memory>
#include <string>

namespace drivers {

/// The ports of every driver. integrate is monitored and swapped through a generated proxy; timers
/// are optional.
inline constexpr std::array kProvides{
    gantry::PortDescription{"go", "gov.cca.ports.GoPort"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
inline constexpr auto kIntegratePort = gantry::uses<numeric::IntegratorPort>("integrate");
inline constexpr gantry::PortDescription kMeasurementPort{
    gantry::Instrumentation::kPortName, gantry::Instrumentation::kPortType, false};

/// The parameters of every driver; only the meaning of count differs.
constexpr std::array<gantry::ParameterDescription, 3> parametersWith(const char* countHelp) {
    return {gantry::ParameterDescription{"configuration", "lowBound", "double", "0",
                                         "Where the integral begins"},
            gantry::ParameterDescription{"configuration", "upBound", "double", "1",
                                         "Where the integral ends"},
            gantry::ParameterDescription{"configuration", "count", "int", "100000", countHelp, "1",
                                         "2147483647"}};
}

/// A component that computes one integral in its timed method `go`.
///
/// Driver has kDescription (with the ports above) and compute(integrator, request), which prints
/// the result.
///
/// The framework calls `go` once per command, in its own thread. What the integrator throws leaves
/// `go`.
template <class Driver>
class IntegralDriver : public gov::cca::ports::GoPort, public gov::cca::Component {
public:
    /// What the parameters ask for.
    struct Request {
        double low;
        double up;
        std::int32_t count;
    };

    void setServices(const std::shared_ptr<gov::cca::Services>& services) final {
        services_ = services;
        gantry::registerUsesPorts(*services, Driver::kDescription);
        services->addProvidesPort(gantry::own(this), "go", "gov.cca.ports.GoPort", nullptr);
        parameters_.attach(services, Driver::kDescription, "configuration");
        measured_.attach(services);
    }

    /// Returns 0, the status of success of gov.cca.ports.GoPort.
    std::int32_t go() final {
        const gantry::Timed timed(goTimer_);
        const gantry::UsedPort<numeric::IntegratorPort> integrator(services_, kIntegratePort.name);
        static_cast<Driver*>(this)->compute(
            *integrator, {parameters_.getDouble("lowBound"), parameters_.getDouble("upBound"),
                          parameters_.getInt("count")});
        return 0;
    }

protected:
    [[nodiscard]] const std::shared_ptr<gov::cca::Services>& services() const { return services_; }
    /// The timer of a further method; to be made with the driver.
    [[nodiscard]] gantry::MethodTimer& timer(const std::string& method) {
        return measured_.timer(method);
    }

private:
    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    gantry::Instrumentation measured_{typeid(Driver)};
    gantry::MethodTimer& goTimer_ = measured_.timer("go");
};

}  // namespace drivers
