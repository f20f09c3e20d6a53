#pragma once

#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/MultiIntegratorPort.hpp>
#include <numeric/proxy/MultiFunctionPort.hpp>

#include <array>
#include <typeinfo>
#include <vector>

#include "integrators/common/refine.hpp"

namespace integrators {

/// The ports of every integrator of several variables.
inline constexpr std::array kMultiProvides{
    gantry::PortDescription{"integrate", "numeric.MultiIntegratorPort"},
    gantry::PortDescription{"configuration", "gov.cca.ports.ParameterPort"}};
inline constexpr std::array kMultiUses{
    gantry::uses<numeric::MultiFunctionPort>("function"),
    gantry::PortDescription{gantry::Instrumentation::kPortName, gantry::Instrumentation::kPortType,
                            false}};

/// n: how many bounds the caller says there are. Throws gantry::Error (BadProperties) where there
/// are others.
inline void checkBounds(std::int32_t n, const sidl::rarray<double>& low,
                        const sidl::rarray<double>& up) {
    if (n != low.length() || n != up.length()) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            "n is " + std::to_string(n) + ", but the bounds have " +
                                std::to_string(low.length()) + " and " +
                                std::to_string(up.length()) + " numbers");
    }
}

/// A function of several variables over a box, mapped to the unit cube, with a count of its
/// evaluations. Refers to the function, which must outlive it. One thread at a time: the
/// evaluations share a buffer for the point.
class MultiIntegrand final {
public:
    /// Copies the bounds. Throws gantry::Error (BadProperties) if their number is not the
    /// function's dimension, or if a bound or the distance of two is not finite.
    MultiIntegrand(numeric::MultiFunctionPort& function, sidl::rarray<double> low,
                   sidl::rarray<double> up)
        : function_(function) {
        if (low.length() != function.getDimension() || up.length() != low.length()) {
            refuse("the bounds have " + std::to_string(low.length()) + " and " +
                   std::to_string(up.length()) + " numbers; the function has " +
                   std::to_string(function.getDimension()) + " variables");
        }
        for (int i = 0; i < low.length(); ++i) {
            const double width = up[i] - low[i];
            if (!std::isfinite(low[i]) || !std::isfinite(up[i]) || !std::isfinite(width)) {
                refuse("the bounds of variable " + std::to_string(i) +
                       " and their distance must be finite numbers");
            }
            low_.push_back(low[i]);
            widths_.push_back(width);
            volume_ *= width;
        }
        point_.resize(low_.size());
    }

    [[nodiscard]] int dimension() const { return static_cast<int>(low_.size()); }
    /// The product of the widths: negative if an odd number of variables has reversed bounds.
    [[nodiscard]] double volume() const { return volume_; }
    [[nodiscard]] std::int64_t evaluations() const { return evaluations_; }

    /// f at low + shares * widths, with dimension() shares from 0 to 1; not scaled by the volume.
    /// Throws gantry::Error (Nonstandard) if f is not finite there, and what the function throws.
    double operator()(const double* shares) {
        for (std::size_t i = 0; i < point_.size(); ++i) {
            point_[i] = low_[i] + shares[i] * widths_[i];
        }
        const double value = function_.evaluate({point_.data(), {dimension()}}, dimension());
        ++evaluations_;
        if (!std::isfinite(value)) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                                "the function " + function_.getFormula() + " is " +
                                    std::to_string(value) + " inside the bounds");
        }
        return value;
    }

private:
    [[noreturn]] static void refuse(const std::string& text) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties, text);
    }

    numeric::MultiFunctionPort& function_;
    std::vector<double> low_;
    std::vector<double> widths_;
    std::vector<double> point_;
    double volume_ = 1;
    std::int64_t evaluations_ = 0;
};

/// Base class of the integrator components of several variables. A derived class implements run on
/// the unit cube; this class scales by the volume, counts evaluations, and times the method. Calls
/// from several threads are independent as far as the function and run are.
class MultiIntegrator : public numeric::MultiIntegratorPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, description_);
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "integrate",
                                  "numeric.MultiIntegratorPort", nullptr);
        parameters_.attach(services, description_, "configuration");
        measured_.attach(services);
    }

    /// accuracy and errorEstimate are absolute, in the unit of the integral. A box of volume 0
    /// gives 0 without an evaluation. Throws gantry::Error: BadProperties for bad arguments,
    /// Nonstandard where the function is not finite.
    double integrateToAccuracy(sidl::rarray<double> lowBounds, sidl::rarray<double> upBounds,
                               std::int32_t n, double accuracy, std::int64_t maxEvaluations,
                               double& errorEstimate, std::int64_t& evaluations) override {
        const gantry::Timed timed(timer_);
        checkAccuracy(accuracy);
        checkCount(maxEvaluations, 1, "maxEvaluations");
        checkBounds(n, lowBounds, upBounds);
        const gantry::UsedPort<numeric::MultiFunctionPort> function(services_, "function");
        MultiIntegrand integrand(*function, lowBounds, upBounds);
        Estimate found{0, 0};
        if (integrand.volume() != 0) {
            const double volume = std::abs(integrand.volume());
            found = run(integrand, accuracy / volume, maxEvaluations);
            found.value *= integrand.volume();
            found.error = std::isfinite(found.error) ? found.error * volume
                                                     : std::numeric_limits<double>::infinity();
        }
        errorEstimate = found.error;
        evaluations = integrand.evaluations();
        return found.value;
    }

protected:
    /// description stays valid as long as the component.
    MultiIntegrator(const std::type_info& type, const gantry::ComponentDescription& description)
        : description_(description), measured_(type) {}

    [[nodiscard]] const gantry::Parameters& parameters() const { return parameters_; }
    /// The mean of the function over the box, that is, its integral over the unit cube. accuracy is
    /// absolute there: the caller's accuracy over the volume. An error that is not finite means
    /// that it is not known.
    virtual Estimate run(MultiIntegrand& integrand, double accuracy,
                         std::int64_t maxEvaluations) = 0;

private:
    const gantry::ComponentDescription& description_;
    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
    gantry::Instrumentation measured_;
    gantry::MethodTimer& timer_ = measured_.timer("integrateToAccuracy");
};

}  // namespace integrators
