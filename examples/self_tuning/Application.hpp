#pragma once

#include <gantry/Parameters.hpp>
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/Component.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <linear/LinearSolver.hpp>
#include <linear/proxy/LinearSolver.hpp>
#include <parallel/Upcalls.hpp>
#include <tuning/Tuner.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>

#include "Comparison.hpp"
#include "Picture.hpp"

namespace self_tuning {

inline constexpr const char* kParametersPort = "configuration";
inline constexpr std::array kProvides{
    gantry::PortDescription{"go", "gov.cca.ports.GoPort"},
    gantry::PortDescription{kParametersPort, "gov.cca.ports.ParameterPort"}};
inline constexpr auto kSolverPort = gantry::uses<linear::LinearSolver>("solver");
inline constexpr gantry::PortDescription kTunerPort{"tuner", "tuning.Tuner"};

/// The parameters of an application, followed by those that all applications have. compareHelp
/// describes the parameter `compare`.
template <std::size_t N>
constexpr std::array<gantry::ParameterDescription, N + 4> parametersWith(
    const std::array<gantry::ParameterDescription, N>& own, const char* compareHelp) {
    const std::array<gantry::ParameterDescription, 4> shared{
        gantry::ParameterDescription{kParametersPort, "tolerance", "double", "1e-8",
                                     "Of each solve: residual over right side", "1e-14", "0.1"},
        gantry::ParameterDescription{kParametersPort, "compare", "bool", "true", compareHelp},
        gantry::ParameterDescription{
            kParametersPort, "patience", "double", "20",
            "A candidate alone may take so many times as long as the tuned run", "1", "1e6"},
        gantry::ParameterDescription{kParametersPort, "picture", "string", "",
                                     "The SVG file of the time of each call; empty: none"}};
    std::array<gantry::ParameterDescription, N + 4> all{};
    std::copy(own.begin(), own.end(), all.begin());
    std::copy(shared.begin(), shared.end(), all.begin() + N);
    return all;
}

/// A component whose `go` runs a tuned workload. Derived has kDescription, with the ports and
/// parameters above, and run().
template <class Derived>
class Application : public gov::cca::ports::GoPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) final {
        services_ = services;
        gantry::registerUsesPorts(*services, Derived::kDescription);
        services->addProvidesPort(gantry::own<gov::cca::ports::GoPort>(this), "go",
                                  "gov.cca.ports.GoPort", nullptr);
        parameters_.attach(services, Derived::kDescription, kParametersPort);
    }
    std::int32_t go() final {
        const gantry::UsedPort<linear::LinearSolver> solver(services_, "solver");
        const gantry::UsedPort<tuning::Tuner> tuner(services_, "tuner");
        return run(*solver, *tuner);
    }

protected:
    /// Runs and reports the workload; returns what `go` returns. The ports are valid during the
    /// call.
    virtual std::int32_t run(linear::LinearSolver& solver, tuning::Tuner& tuner) = 0;

    [[nodiscard]] const std::shared_ptr<gov::cca::Services>& services() const { return services_; }
    [[nodiscard]] const gantry::Parameters& parameters() const { return parameters_; }

    /// Compares as the parameters request. ranks may be null.
    [[nodiscard]] Comparison compareTuned(Workload& workload, tuning::Tuner& tuner,
                                          parallel::Upcalls* ranks) const {
        return compare(workload, tuner, ranks, parameters_.getBool("compare"),
                       parameters_.getDouble("patience"));
    }
    /// Prints the comparison and the tuner's warnings, and writes the picture with that title if
    /// the parameter `picture` names a file.
    void report(const Comparison& comparison, tuning::Tuner& tuner, const char* title) const {
        print(comparison);
        for (const std::string& warning : tuner.getWarnings()) {
            std::printf("note: %s\n", warning.c_str());
        }
        if (const std::string picture = parameters_.getString("picture"); !picture.empty()) {
            writePicture(comparison, title, picture);
            std::printf("picture: %s\n", picture.c_str());
        }
        std::fflush(stdout);
    }

private:
    std::shared_ptr<gov::cca::Services> services_;
    gantry::Parameters parameters_;
};

}  // namespace self_tuning
