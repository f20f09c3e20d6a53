#pragma once

#include <framework/AssemblyInfo.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gantry::framework {

/// Which calls have the contract clauses of their method checked. A plain value. Each kind uses its
/// own members and ignores the others.
struct ContractPolicy {
    /// The words of the script, in the same order; docs/guide/monitoring.md, "Contracts".
    enum class Kind : std::uint8_t { Never, Always, Periodic, Random, Budget };

    Kind kind = Kind::Never;
    /// Periodic: every period-th call of a method is checked, starting with the first.
    std::uint64_t period = 1;
    /// Random: the probability of each call, from 0 to 1, and the seed of the sequence.
    double probability = 1;
    std::uint64_t seed = 1;
    /// Budget: the share of the wall time since the policy began that checks may take, from 0 to 1.
    double share = 1;

    friend bool operator==(const ContractPolicy&, const ContractPolicy&) = default;
};

/// Reads "never", "always", "periodic N", "random P [SEED]" or "budget X%" from the words that
/// begin at first, and moves first behind what was read. Throws gantry::Error.
///
///     std::size_t at = 2;    // in "contracts solver periodic 10"
///     const ContractPolicy policy =
///         readContractPolicy({"contracts", "solver", "periodic", "10"}, at);
///     // at is now 4
ContractPolicy readContractPolicy(const std::vector<std::string>& words, std::size_t& first);
/// The text from which readContractPolicy reads the same policy. Parameters that have their default
/// are written as well.
std::string toText(const ContractPolicy& policy);

/// What is observed of the calls of a connection.
struct MonitorOptions {
    /// Names of methods, or patterns with * and ?; empty: all methods.
    std::vector<std::string> methods{};
    /// Whether each method has a timer: "INTERFACE::METHOD(TYPES)", with the connection as its type
    /// and the user's name as its group.
    bool timed = true;
    /// Whether each call adds a row to the record "USER.PORT -> PROVIDER.PORT::METHOD".
    bool recorded = false;
    /// The arguments whose values a row holds; empty: all that can be recorded.
    std::vector<std::string> parameters{};
    ContractPolicy contracts{};
};

/// The connection to monitor, and how.
///
///     MonitorRequest request{"driver", "integrator"};
///     request.options.recorded = true;
///     framework.monitor(request);
struct MonitorRequest {
    std::string user;
    std::string usesPort;
    /// The provider's instance; may be empty if the port has one connection.
    std::string provider{};
    MonitorOptions options{};
};

/// What is observed of one method.
struct MonitoredMethod {
    std::string name;
    bool timed = false;
    bool recorded = false;
    std::vector<std::string> parameters{};
    ContractPolicy contracts{};
    /// The number of contract clauses of the method.
    std::size_t numClauses = 0;
    /// The number of calls that were checked since this policy was requested.
    std::uint64_t numChecks = 0;
    /// Whether a component is notified of each call (wiring.Watching).
    bool watched = false;
};

/// A connection that is monitored, or that was requested to be and is not.
struct MonitoredConnection {
    ConnectionInfo connection;
    /// The observed methods; empty if the connection is direct.
    std::vector<MonitoredMethod> methods{};
    /// Why the connection is direct; empty if it is monitored.
    std::string reasonNotMonitored{};
};

/// Whether the user and its uses port match two patterns with * and ?.
bool matches(const ConnectionInfo& connection, const std::string& user,
             const std::string& usesPort);

}  // namespace gantry::framework
