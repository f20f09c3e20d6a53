#pragma once

#include <framework/AssemblyInfo.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gantry::framework {

/// Which calls have the contract clauses of their method checked.
struct ContractPolicy {
    enum class Kind : std::uint8_t { Never, Always, Periodic, Random, Budget };

    Kind kind = Kind::Never;
    /// Periodic: every that many-th call of a method, the first one included.
    std::uint64_t period = 1;
    /// Random: the chance of each call, over a sequence that the seed decides.
    double probability = 1;
    std::uint64_t seed = 1;
    /// Budget: the part of the wall time since the policy began that checks may take, 1 at most.
    double share = 1;

    friend bool operator==(const ContractPolicy&, const ContractPolicy&) = default;
};

/// Reads "never", "always", "periodic N", "random P [SEED]" or "budget X%" from the words that
/// begin at first, and moves first behind what was read. Throws gantry::Error.
ContractPolicy readContractPolicy(const std::vector<std::string>& words, std::size_t& first);
/// As it would be read.
std::string toText(const ContractPolicy& policy);

/// What is observed of the calls of a connection.
struct MonitorOptions {
    /// Names of methods, or patterns with * and ?; empty: all.
    std::vector<std::string> methods{};
    /// Whether each method has a timer, "INTERFACE::METHOD(TYPES)" of the connection's type in the
    /// group of the user's name.
    bool timed = true;
    /// Whether each call is a row of the record "USER.PORT -> PROVIDER.PORT::METHOD".
    bool recorded = false;
    /// The arguments whose values stand in the row; empty: all that can be recorded.
    std::vector<std::string> parameters{};
    ContractPolicy contracts{};
};

/// The connection to be monitored, and how.
struct MonitorRequest {
    std::string user;
    std::string usesPort;
    /// The provider's instance; may be empty where the port has one connection.
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
    /// How many contract clauses it has.
    std::size_t numClauses = 0;
    /// How many calls have had them checked since this policy was asked for.
    std::uint64_t numChecks = 0;
    /// Whether a component is notified of each call (wiring.Watching).
    bool watched = false;
};

/// A connection that is monitored, or that was to be and is not.
struct MonitoredConnection {
    ConnectionInfo connection;
    /// The observed methods; empty where it is direct.
    std::vector<MonitoredMethod> methods{};
    /// Why it is direct; empty where it is monitored.
    std::string reasonNotMonitored{};
};

/// Whether the user and its port match two patterns with * and ?.
bool matches(const ConnectionInfo& connection, const std::string& user,
             const std::string& usesPort);

}  // namespace gantry::framework
