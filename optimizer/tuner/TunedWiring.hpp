#pragma once

#include <gov/cca/Services.hpp>
#include <tuning/Candidate.hpp>
#include <tuning/Gate.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include <wiring/Watcher.hpp>

#include "Assembly.hpp"
#include "CandidateList.hpp"

namespace optimizer {

/// The tuner's uses ports for a while: the gate, and one candidate's parameters.
inline constexpr const char* kGatePort = "gate";
inline constexpr const char* kCandidateParametersPort = "candidateParameters";
inline constexpr const char* kRequestsPort = "requests";
inline constexpr const char* kIncumbentPort = "incumbent";

/// The tuned port in the assembly: a gate before it and the candidates behind the gate.
///
///     user.port -> gate.PORT    gate.incumbent -> the best one    gate.candidateK -> candidate K
///
/// Without a gate the user's port leads to one candidate after the other.
/// What the provider uses, every candidate uses; a port that the gate provides too goes through the
/// gate. All by BuilderService and wiring.Rewiring.
class TunedWiring final {
public:
    struct Plan {
        Assembly::Provider user;
        /// The gate for each type of port.
        std::map<std::string, std::string> gates;
        /// Nothing: the gate's portfolio.
        std::optional<std::vector<CandidateSpec>> candidates;
        /// Whether a port without a gate may be tuned, and the method that is watched then; empty:
        /// all of them.
        bool unverified = false;
        std::string method;
    };

    /// services are the tuner's own.
    TunedWiring(Plan plan, std::shared_ptr<gov::cca::Services> services);
    TunedWiring(const TunedWiring&) = delete;
    TunedWiring& operator=(const TunedWiring&) = delete;

    /// Throws gantry::Error or what the framework throws; the assembly is then as it was before.
    void arrange();
    /// Takes all of it away again, as far as that can be done.
    void withdraw() noexcept;
    /// In the order of their numbers: what served before, then those of the plan. After arrange.
    [[nodiscard]] const std::vector<tuning::Candidate>& candidates() const { return candidates_; }
    /// Candidates of the plan that this machine does not have.
    [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }
    /// Whether a gate stands before the port. Else the user's own port leads to a candidate.
    [[nodiscard]] bool isGated() const { return !gate_.empty(); }
    /// Where no gate stands: watcher is told of the calls of the tuned port. Throws where the user
    /// was built without a proxy for it, and for a method that it does not have.
    void watch(const std::shared_ptr<wiring::Watcher>& watcher);
    void unwatch() noexcept;
    /// Connects the gate's port "incumbent", or without a gate the user's port, to that candidate.
    /// Throws where that can not be done now; it is then connected as before.
    void connectIncumbent(std::size_t candidate);
    /// The type of a uses port; empty where the instance has none of that name.
    [[nodiscard]] static std::string typeOfUsedPort(const Assembly& assembly,
                                                    const Assembly::Provider& user);

private:
    struct Behind {
        Assembly::Provider provider;
        tuning::Candidate candidate;
    };

    /// A uses port of the former provider that goes through the gate now.
    struct Diverted {
        std::string port;
        Assembly::Provider before;
    };

    void build(Assembly& assembly);
    void undo(Assembly& assembly) noexcept;
    void addFormer(const Assembly& assembly);
    void addCandidates(Assembly& assembly);
    std::vector<CandidateSpec> portfolio(Assembly& assembly);
    Behind create(Assembly& assembly, const CandidateSpec& text);
    void setParameters(Assembly& assembly, const std::string& instance, const CandidateSpec& text);
    void connectUses(Assembly& assembly, const std::string& instance);
    void placeGate(Assembly& assembly);
    void refuseUnverified() const;
    void doWithoutGate(Assembly& assembly);
    void describeCandidates();
    void lead(Assembly& assembly, const Assembly::Provider& to);
    void redirect(Assembly& assembly, const Assembly::Provider& user, const Assembly::Provider& to);
    [[nodiscard]] std::optional<Assembly::Provider> providerLike(const Assembly& assembly,
                                                                 const Assembly::Port& port) const;
    [[nodiscard]] bool isAvailable(const std::string& className) const;
    [[nodiscard]] bool isMine(const std::string& instance) const;

    const Plan plan_;
    std::shared_ptr<gov::cca::Services> services_;
    std::string self_;
    std::string type_;
    std::optional<Assembly::Provider> former_;
    std::string gate_;
    std::vector<std::string> created_;
    std::vector<Behind> behind_;
    std::vector<Diverted> diverted_;
    std::vector<tuning::Candidate> candidates_;
    std::vector<std::string> missing_;
};

}  // namespace optimizer
