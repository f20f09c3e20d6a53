#pragma once

#include <gantry/ports.hpp>
#include <gov/cca/Services.hpp>
#include <numeric/IntegratorPort.hpp>

#include <map>
#include <memory>
#include <string>

#include "Workload.hpp"
#include "candidates/CandidatePool.hpp"
#include "plan/TrialSettings.hpp"

namespace optimizer {

/// The optimizer's own uses ports, which are connected to what is tried.
inline constexpr const char* kIntegratorPort = "integrator";
inline constexpr const char* kSubjectPort = "subject";

/// Integrates functions to an accuracy. A subject is an instance with a numeric.FunctionPort; a
/// result is verified against the exact integral, or against a reference value that two different
/// rules agree on.
class IntegralWorkload final : public Workload {
public:
    /// The references outlive this object. services are the optimizer's own. pool creates the
    /// integrators of the reference values.
    IntegralWorkload(const TrialSettings& settings, Assembly& assembly, CandidatePool& pool,
                     std::shared_ptr<gov::cca::Services> services);

    void begin(const Assembly::Provider& candidate, const std::string& subject) override;
    void call() override;
    [[nodiscard]] WorstCall result() override;
    [[nodiscard]] bool isExact() const override { return truth_.exact; }
    void end() noexcept override;
    void adopt(const Assembly::Provider& candidate) override;

private:
    struct Truth {
        double value = 0;
        /// How far value may be off: the estimates of the references, and the distance between
        /// them. It counts as an error of every candidate.
        double uncertainty = 0;
        bool exact = false;
    };
    struct Integral {
        double value = 0;
        double estimate = 0;
    };
    struct Bounds {
        double low = 0;
        double up = 0;
    };

    void connectFunction(const std::string& instance, const std::string& subject);
    [[nodiscard]] Bounds boundsOf(const std::string& subject);
    [[nodiscard]] Truth truthOf(const std::string& subject);
    [[nodiscard]] Truth referenceFor(const std::string& subject);
    [[nodiscard]] Integral referenceBy(const std::string& className, const std::string& subject);
    const Assembly::Provider& reference(const std::string& className);

    const TrialSettings& settings_;
    Assembly& assembly_;
    CandidatePool& pool_;
    std::shared_ptr<gov::cca::Services> services_;
    std::string self_;
    /// By subject.
    std::map<std::string, Truth> truths_;
    /// By class.
    std::map<std::string, Assembly::Provider> references_;
    /// By class: why it cannot be a reference.
    std::map<std::string, std::string> unusable_;
    Bounds bounds_;
    Truth truth_;
    std::unique_ptr<gantry::UsedPort<numeric::IntegratorPort>> integrator_;
    WorstCall last_;
};

}  // namespace optimizer
