#pragma once

#include <gov/cca/Services.hpp>
#include <tuning/Trial.hpp>

#include <map>
#include <memory>
#include <string>

#include "Assembly.hpp"
#include "MeasuredTime.hpp"
#include "Settings.hpp"

namespace optimizer {

/// The ports of the optimizer's own that are connected to what is tried.
inline constexpr const char* kIntegratorPort = "integrator";
inline constexpr const char* kSubjectPort = "subject";
inline constexpr const char* kMeasurementPort = "MeasurementPort";

/// Runs trials: creates each candidate when it is first needed, connects it to the subject, calls
/// it through the optimizer's own uses port and reads its time from the performance component.
///
/// At the end of its life it breaks the connections it made and destroys every instance it created
/// but the one that was kept.
class TrialRunner final {
public:
    /// The references outlive this object. services are the optimizer's own.
    TrialRunner(const Settings& settings, Assembly& assembly, const MeasuredTime& time,
                std::shared_ptr<gov::cca::Services> services);
    ~TrialRunner();
    TrialRunner(const TrialRunner&) = delete;
    TrialRunner& operator=(const TrialRunner&) = delete;

    /// Never throws for what the candidate or the subject does: that is Trial::failure.
    [[nodiscard]] tuning::Trial run(const Pairing& pairing);

    /// Connects the candidate to the subject and returns its integrator port.
    [[nodiscard]] Assembly::Provider prepare(const Pairing& pairing);
    /// Leaves this instance in the assembly.
    void keep(const std::string& instance) { kept_ = instance; }

private:
    struct Candidate {
        std::string instance;
        std::string integratorPort;
        /// Why it can not be used; empty where it can.
        std::string failure;
    };
    struct Truth {
        double value = 0;
        /// How far value may be off: what the references' estimates say and how far they lie apart.
        /// It counts as error of every candidate.
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

    void measure(tuning::Trial& trial, const Candidate& candidate);
    [[nodiscard]] bool isWorthAnotherCall(std::int64_t calls, double spent) const;
    const Candidate& candidate(const std::string& className, const std::string& prefix = {});
    [[nodiscard]] Candidate create(const std::string& className, const std::string& prefix);
    void connectOtherPorts(const std::string& instance);
    void connectFunction(const std::string& instance, const std::string& subject);
    [[nodiscard]] std::optional<Assembly::Provider> findProvider(const std::string& type) const;
    [[nodiscard]] Bounds boundsOf(const std::string& subject);
    [[nodiscard]] Truth truthOf(const std::string& subject, const Bounds& bounds);
    [[nodiscard]] Truth referenceFor(const std::string& subject, const Bounds& bounds);
    [[nodiscard]] Integral referenceBy(const std::string& className, const std::string& subject,
                                       const Bounds& bounds);
    void disconnectOwnPorts() noexcept;

    const Settings& settings_;
    Assembly& assembly_;
    const MeasuredTime& time_;
    std::shared_ptr<gov::cca::Services> services_;
    std::string self_;
    /// By prefix and class.
    std::map<std::string, Candidate> candidates_;
    std::map<std::string, Truth> truths_;
    std::string kept_;
};

}  // namespace optimizer
