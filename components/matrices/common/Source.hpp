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

/// A component that offers one system. What derives from it makes the system from its parameters;
/// that happens when it is first asked for, and again after a parameter has changed. Has the
/// parameter "seed" of the right side of systems that come without one.
class Source : public linear::OperatorSource, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override;
    std::shared_ptr<linear::Operator> getOperator() override;
    sidl::array<double> getRightSide() override;
    std::string getName() override;

protected:
    /// description stays valid as long as the component.
    Source(const std::type_info& type, const gantry::ComponentDescription& description,
           std::shared_ptr<const gantry::Library> library)
        : description_(description), library_(std::move(library)), measured_(type) {}

    [[nodiscard]] const gantry::Parameters& parameters() const { return parameters_; }
    /// Throws gantry::Error.
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
