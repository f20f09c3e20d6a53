// The families of test integrands of A. C. Genz, as a component. A parameter that changes makes a
// new, immutable function; calls that run at that time finish with the one they began with.

#include <gantry/Instrumentation.hpp>
#include <gantry/Parameters.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <numeric/MultiFunctionPort.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include "Genz.hpp"

namespace functions {
namespace {

constexpr const char* kConfiguration = "configuration";
constexpr std::array kProvides{
    gantry::PortDescription{"function", "numeric.MultiFunctionPort"},
    gantry::PortDescription{kConfiguration, "gov.cca.ports.ParameterPort"}};
constexpr std::array kUses{gantry::PortDescription{gantry::Instrumentation::kPortName,
                                                   gantry::Instrumentation::kPortType, false}};
constexpr std::array kParameters{
    gantry::ParameterDescription{kConfiguration, "family", "string", "gaussian",
                                 "Genz's family of functions", nullptr, nullptr, genz::kFamilies},
    gantry::ParameterDescription{kConfiguration, "dimension", "int", "3", "The number of variables",
                                 "1", "10"},
    gantry::ParameterDescription{kConfiguration, "difficulty", "double", "0",
                                 "The sum of the variables' difficulties; 0: what is usual", "0",
                                 "1000"},
    gantry::ParameterDescription{kConfiguration, "seed", "long", "1",
                                 "Of difficulties and places"}};
constexpr auto kDescription =
    gantry::describe({"functions.Genz", "1.0",
                      "A function of several variables with a known integral, of Genz's families"},
                     kProvides, kUses, kParameters);

}  // namespace

class Genz final : public numeric::MultiFunctionPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "function",
                                  "numeric.MultiFunctionPort", nullptr);
        parameters_.attach(services, kDescription, kConfiguration,
                           [this](const std::string&) { change(); });
        change();
        measured_.attach(services);
    }

    std::int32_t getDimension() override { return function()->dimension(); }
    double evaluate(sidl::rarray<double> x, std::int32_t n) override {
        const gantry::Timed timed(evaluateTimer_);
        const auto now = function();
        check(x.length() == now->dimension() && n == x.length(), *now);
        return now->evaluate(x.data());
    }
    void getBounds(sidl::rarray<double> lowBounds, sidl::rarray<double> upBounds,
                   std::int32_t n) override {
        const auto now = function();
        check(lowBounds.length() == now->dimension() && upBounds.length() == n &&
                  n == now->dimension(),
              *now);
        // All families are defined on the unit cube.
        std::fill_n(lowBounds.data(), n, 0.0);
        std::fill_n(upBounds.data(), n, 1.0);
    }
    bool hasExactIntegral() override { return true; }
    double getExactIntegral() override { return function()->integral(); }
    std::string getFormula() override { return function()->text(); }

private:
    // Checked in each call: the functions read their arguments through a plain pointer.
    static void check(bool fits, const genz::Function& function) {
        if (!fits) {
            throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                                "the function has " + std::to_string(function.dimension()) +
                                    " variables; give as many numbers");
        }
    }

    // The lock covers the copy of the pointer alone, so threads evaluate in parallel.
    [[nodiscard]] std::shared_ptr<const genz::Function> function() const {
        const std::lock_guard lock(mutex_);
        return function_;
    }
    // Parameters that do not fit make the constructor throw before the present function is
    // replaced.
    void change() {
        auto next = std::make_shared<const genz::Function>(
            parameters_.getString("family"), parameters_.getInt("dimension"),
            parameters_.getDouble("difficulty"), parameters_.getLong("seed"));
        const std::lock_guard lock(mutex_);
        function_ = std::move(next);
    }

    mutable std::mutex mutex_;
    std::shared_ptr<const genz::Function> function_;
    gantry::Parameters parameters_;
    gantry::Instrumentation measured_{typeid(Genz)};
    gantry::MethodTimer& evaluateTimer_ = measured_.timer("evaluate");
};

}  // namespace functions

GANTRY_COMPONENT(functions::Genz, functions::kDescription);
