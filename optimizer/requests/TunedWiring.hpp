#pragma once

#include <gov/cca/Services.hpp>
#include <tuning/Candidate.hpp>
#include <tuning/Gate.hpp>
#include <wiring/Watcher.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "candidates/CandidatePool.hpp"

namespace optimizer {

/// The tuner's uses port for the gate.
inline constexpr const char* kGatePort = "gate";
inline constexpr const char* kRequestsPort = "requests";
inline constexpr const char* kIncumbentPort = "incumbent";

/// The wiring of a tuned port: a gate in front of it and the candidates behind the gate.
///
///     user.port -> gate.PORT    gate.incumbent -> the best one    gate.candidateK -> candidate K
///
/// Without a gate the user's port is connected to one candidate after the other. Every candidate
/// uses what the former provider used; a port that the gate provides as well goes through the gate.
/// Works through BuilderService and wiring.Rewiring only. One thread at a time.
class TunedWiring final {
public:
    struct Plan {
        Assembly::Provider user;
        /// The gate for each type of port.
        std::map<std::string, std::string> gates;
        /// Nothing: those of the gate's portfolio.
        std::optional<std::vector<CandidateSpec>> candidates;
        /// Whether a port without a gate may be tuned, and the method that is observed then; empty:
        /// every method.
        bool unverified = false;
        std::string method;
        /// Candidates of other classes are called in a child process: CLASS or PACKAGE.*; nothing:
        /// all are trusted.
        std::optional<std::vector<std::string>> trusted;
    };

    /// services are the tuner's own.
    TunedWiring(Plan plan, std::shared_ptr<gov::cca::Services> services);
    ~TunedWiring() = default;
    TunedWiring(const TunedWiring&) = delete;
    TunedWiring& operator=(const TunedWiring&) = delete;

    /// Throws gantry::Error or what the framework throws; the assembly is then as before.
    void arrange();
    /// Undoes arrange() as far as possible.
    void withdraw() noexcept;
    /// In the order of their numbers: the former provider, then those of the plan. Empty before
    /// arrange().
    [[nodiscard]] const std::vector<tuning::Candidate>& candidates() const { return candidates_; }
    /// Optional candidates of the plan that are not installed.
    [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }
    /// Candidates that are called in a child process because their classes are not trusted.
    [[nodiscard]] const std::vector<std::string>& untrusted() const { return untrusted_; }
    /// What the gate ships of measurements; after arrange(), with a gate only.
    [[nodiscard]] sidl::array<tuning::Learned> experience() const;
    /// Whether there is a gate. If not, the user's own port is connected to a candidate.
    [[nodiscard]] bool isGated() const { return !gate_.empty(); }
    /// Without a gate: calls of the tuned port are reported to watcher. Throws if the user was
    /// built without a proxy for the port, and for a method that the port does not have.
    void watch(const std::shared_ptr<wiring::Watcher>& watcher);
    void unwatch() noexcept;
    /// Connects the gate's port "incumbent", or without a gate the user's port, to that candidate.
    /// Throws if that is not possible now; the connection is then unchanged.
    void connectIncumbent(std::size_t candidate);

private:
    /// A uses port of the former provider that is connected to the gate now.
    struct Diverted {
        std::string port;
        Assembly::Provider before;
    };

    void build(Assembly& assembly);
    void undo(Assembly& assembly) noexcept;
    void addFormer(const Assembly& assembly);
    void addCandidates(Assembly& assembly);
    std::vector<CandidateSpec> portfolio(Assembly& assembly);
    [[nodiscard]] bool isTrusted(const std::string& className) const;
    void placeGate(Assembly& assembly);
    void connectUsesOfGate(Assembly& assembly);
    void divertFormer(Assembly& assembly);
    void refuseUnverified() const;
    void doWithoutGate(Assembly& assembly);
    void describeCandidates();
    void lead(Assembly& assembly, const Assembly::Provider& to);
    void redirect(Assembly& assembly, const Assembly::Provider& user, const Assembly::Provider& to);
    [[nodiscard]] std::optional<Assembly::Provider> usedByFormer(const Assembly& assembly,
                                                                 const Assembly::Port& port) const;

    const Plan plan_;
    std::shared_ptr<gov::cca::Services> services_;
    std::string self_;
    std::string type_;
    std::optional<Assembly::Provider> former_;
    std::string gate_;
    /// Created the gate and the candidates.
    CandidatePool pool_;
    /// What the gate's ports lead to, by the number of the candidate.
    std::vector<PooledCandidate> connected_;
    std::vector<Diverted> diverted_;
    std::vector<tuning::Candidate> candidates_;
    std::vector<std::string> missing_;
    std::vector<std::string> untrusted_;
};

}  // namespace optimizer
