#pragma once

#include <gov/cca/Services.hpp>
#include <tuning/Candidate.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "CandidateSpec.hpp"
#include "assembly/Assembly.hpp"

namespace optimizer {

/// The component's own uses ports, which the pool uses for a moment.
inline constexpr const char* kMeasurementPort = "MeasurementPort";
inline constexpr const char* kCandidateParametersPort = "candidateParameters";
inline constexpr const char* kMeasurementType = "performance.Measurement";
inline constexpr const char* kParameterType = "gov.cca.ports.ParameterPort";

/// A candidate in the assembly.
struct PooledCandidate {
    Assembly::Provider provider;
    /// Name, version and isolation; what a gate knows is not set.
    tuning::Candidate description;
};

/// Creates candidates, and what else belongs to a tuned port, and destroys all of it again: the
/// same for trials before the run and for choices during the run.
///
/// A candidate's uses ports are connected as well: MeasurementPort to the provider of the
/// component's own, the others to the provider that `preferred` names, else to the oldest instance
/// outside of the pool that provides such a port. One thread at a time.
class CandidatePool final {
public:
    /// The provider for a uses port of a candidate; nothing if any one will do.
    using Preferred = std::function<std::optional<Assembly::Provider>(const Assembly::Port&)>;

    /// What all candidates of a tuned port have in common.
    struct Common {
        /// The type of port that a candidate provides.
        std::string type;
        /// Uses ports of this type are left unconnected; empty: none.
        std::string leftOpen;
        Preferred preferred;
    };

    /// services are those of the component that owns the pool.
    explicit CandidatePool(std::shared_ptr<gov::cca::Services> services);

    /// Throws gantry::Error or what the framework throws; the instance is then in the pool, and
    /// destroyed with it. instance: the wanted name.
    PooledCandidate create(Assembly& assembly, const CandidateSpec& spec, const Common& common,
                           const std::string& instance);
    /// Creates an instance that is not a candidate.
    std::string add(Assembly& assembly, const std::string& className, const std::string& instance);
    /// Whether the class can be instantiated. Uses the port "repository".
    [[nodiscard]] bool isAvailable(const std::string& className) const;
    /// Whether the pool created the instance, or is owned by it.
    [[nodiscard]] bool has(const std::string& instance) const;
    /// The provider for a uses port, as described above; nothing if there is none.
    [[nodiscard]] std::optional<Assembly::Provider> providerFor(const Assembly& assembly,
                                                                const Assembly::Port& port,
                                                                const Preferred& preferred) const;
    /// From now on the instance belongs to the assembly.
    void release(const std::string& instance);
    /// Destroys what the pool created, the newest first; what fails stays in the assembly.
    void destroyAll(Assembly& assembly) noexcept;

private:
    void setParameters(Assembly& assembly, const std::string& instance, const CandidateSpec& spec);
    void connectUses(Assembly& assembly, const std::string& instance, const Common& common) const;

    std::shared_ptr<gov::cca::Services> services_;
    std::string self_;
    std::vector<std::string> created_;
};

}  // namespace optimizer
