#pragma once

#include <gantry/CsrOperator.hpp>
#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Component.hpp>
#include <linear/OperatorSource.hpp>

#include <array>
#include <memory>
#include <mutex>
#include <string>
#include <typeinfo>
#include <vector>

#include "matrices/common/System.hpp"

namespace matrices {

inline constexpr const char* kConfiguration = "configuration";
inline constexpr std::array kProvides{
    gantry::PortDescription{"system", "linear.OperatorSource"},
    gantry::PortDescription{kConfiguration, "gov.cca.ports.ParameterPort"}};
inline constexpr std::array kUses{gantry::PortDescription{
    gantry::Instrumentation::kPortName, gantry::Instrumentation::kPortType, false}};

/// Base class of the components that provide one linear system. A derived class makes the system
/// from its parameters, in make. That happens at the first call of a port method, which may take
/// long, and again after a parameter has changed. A derived class declares the parameter "seed":
/// the right side of a system without one is A x for random x (see rightSideOf).
///
/// Threads: any thread may call the port; a mutex serialises the methods, and make runs under it.
/// Every method throws what make throws; the next call tries again.
class Source : public linear::OperatorSource, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override;
    /// The operator, the same object until a parameter changes. It keeps the component's library
    /// loaded and stays valid after the component is gone.
    std::shared_ptr<linear::Operator> getOperator() override;
    /// A copy of the right side, one element per row.
    sidl::array<double> getRightSide() override;
    std::string getName() override;

protected:
    /// description stays valid as long as the component.
    Source(const std::type_info& type, const gantry::ComponentDescription& description,
           std::shared_ptr<const gantry::Library> library)
        : description_(description), library_(std::move(library)), measured_(type) {}

    [[nodiscard]] const gantry::Parameters& parameters() const { return parameters_; }
    /// Reads or generates the system for the current parameters. An empty right side is filled in
    /// by the caller. Throws gantry::Error.
    virtual System make() const = 0;

private:
    struct Made {
        std::string name;
        std::vector<double> rightSide;
        std::shared_ptr<gantry::CsrOperator> matrix;
    };

    const Made& made();
    void forget();

    const gantry::ComponentDescription& description_;
    std::shared_ptr<const gantry::Library> library_;
    gantry::Parameters parameters_;
    std::mutex mutex_;
    std::unique_ptr<Made> made_;
    gantry::Instrumentation measured_;
    gantry::MethodTimer& operatorTimer_ = measured_.timer("getOperator");
};

}  // namespace matrices
