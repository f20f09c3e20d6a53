#pragma once

#include <gov/cca/ports/BuilderService.hpp>
#include <wiring/Rewiring.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace optimizer {

/// The assembly by instance and port names, over BuilderService. Every method throws what the
/// service throws. A view without state of its own: it asks the service each time, so it sees
/// changes that others make. Set-up code: every call looks up names and allocates.
class Assembly final {
public:
    /// A uses port of an instance.
    struct Port {
        std::string name;
        std::string type;
    };
    /// The other end of a uses port.
    struct Provider {
        std::string instance;
        std::string port;
    };

    /// builder outlives this object.
    explicit Assembly(gov::cca::ports::BuilderService& builder) : builder_(builder) {}

    /// In the order of their creation.
    [[nodiscard]] std::vector<std::string> instances() const;
    /// Whether there is an instance of that name.
    [[nodiscard]] bool has(const std::string& instance) const;
    /// The uses ports of an instance, in the order in which it registered them.
    [[nodiscard]] std::vector<Port> usedPorts(const std::string& instance) const;
    /// The type of a uses port; empty if there is no such instance or port.
    [[nodiscard]] std::string typeOfUsedPort(const std::string& instance,
                                             const std::string& usesPort) const;
    /// The first port of that type which the instance provides.
    [[nodiscard]] std::optional<std::string> providedPort(const std::string& instance,
                                                          const std::string& type) const;
    /// What a uses port is connected to; nothing if it is not connected.
    [[nodiscard]] std::optional<Provider> providerOf(const std::string& user,
                                                     const std::string& usesPort) const;

    /// The connection of a uses port; null if it is not connected.
    [[nodiscard]] std::shared_ptr<gov::cca::ConnectionID> connection(
        const std::string& user, const std::string& usesPort) const {
        return connectionOf(user, usesPort);
    }
    /// The class of an instance, and the version of that; the version is empty if the
    /// framework does not know it.
    [[nodiscard]] std::string classOf(const std::string& instance) const;
    [[nodiscard]] std::string versionOf(const std::string& instance) const;
    /// Creates an instance, under wantedName unless that is taken, and returns its name.
    std::string create(const std::string& className, const std::string& wantedName);
    /// Removes an instance with its connections.
    void destroy(const std::string& instance);
    /// Connects a uses port that is not connected.
    void connect(const std::string& user, const std::string& usesPort, const Provider& provider);
    /// Connects a uses port to another provider, while nobody calls it. If that fails, it is
    /// connected to the former provider again.
    void replace(const Provider& user, const Provider& provider);
    /// Swaps the provider of a uses port, which may be called meanwhile; calls that run on the
    /// former one have that many seconds to end. Does nothing if it is connected so already.
    void rewire(const std::string& user, const std::string& usesPort, const Provider& provider,
                wiring::Rewiring& rewiring, float seconds);
    /// Does nothing if the port is not connected.
    void disconnect(const std::string& user, const std::string& usesPort);

private:
    [[nodiscard]] std::shared_ptr<gov::cca::ComponentID> id(const std::string& instance) const;
    [[nodiscard]] std::shared_ptr<gov::cca::ConnectionID> connectionOf(
        const std::string& user, const std::string& usesPort) const;

    gov::cca::ports::BuilderService& builder_;
};

}  // namespace optimizer
