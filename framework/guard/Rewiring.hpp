#pragma once

#include <gantry/Proxy.hpp>
#include <gov/cca/Port.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/AssemblyCore.hpp"
#include "core/SwapRequest.hpp"
#include "guard/Guarding.hpp"

namespace gantry::framework {

/// Swaps the provider of connections. Used under the lock of the assembly. Errors are
/// gantry::Error.
class Rewiring final {
public:
    /// The probes of a connection, for the same connection with another provider.
    using RenameProbes = std::function<std::vector<PlannedProbe>(
        const std::vector<PlannedProbe>& probes, const Connection& next)>;

    Rewiring(AssemblyCore& core, Guarding& guarding, RenameProbes renameProbes)
        : core_(core), guarding_(guarding), renameProbes_(std::move(renameProbes)) {}
    /// What threads are in even now stays in memory for ever.
    ~Rewiring();
    Rewiring(const Rewiring&) = delete;
    Rewiring& operator=(const Rewiring&) = delete;

    /// As Framework::rewire. lock is let go of while it waits for long.
    void rewire(const SwapRequest& request, AssemblyLock& lock);
    /// Lets go of providers that were exchanged while calls were in them that have ended since.
    void reclaim(Discard& discard);
    /// Throws UsesPortNotReleased where calls of other threads are in instance that came by a
    /// connection which it has no more, or has not for sure.
    void checkLeft(const std::shared_ptr<Instance>& instance) const;

private:
    /// A provider that was exchanged while calls were in it. The target ends before the proxy's
    /// library.
    struct RetiredProvider {
        std::shared_ptr<Proxy> proxy;
        InstalledProxy::Side side;
        std::shared_ptr<Instance> provider;
        /// Whether every call to it shows.
        bool isFenced = false;
    };
    void check(const SwapRequest& request, const Connection& before, const Connection& next) const;
    /// The new side of a proxy; nothing where the connection is direct and next is in its place
    /// already. Throws where it may not be, or is in use at the deadline, and has changed nothing.
    [[nodiscard]] std::optional<InstalledProxy::Side> prepare(const SwapRequest& request,
                                                              const Connection& before,
                                                              Connection& next,
                                                              AssemblyLock& lock) const;
    void exchange(const SwapRequest& request, const Connection& before, InstalledProxy::Side side,
                  AssemblyLock& lock);
    /// Goes back to former, calls to which have not ended, and throws why.
    [[noreturn]] void rollBack(const SwapRequest& request, const Connection& before,
                               InstalledProxy::Side former, AssemblyLock& lock);
    /// Whether no other thread was in a call to side at the deadline.
    [[nodiscard]] bool awaitCalls(const InstalledProxy& proxy, const InstalledProxy::Side& side,
                                  Deadline deadline, AssemblyLock& lock) const;
    [[nodiscard]] std::uint32_t callsIn(const InstalledProxy& proxy,
                                        const InstalledProxy::Side& side) const;
    /// Drops it, at once or when the calls to it have ended.
    void leave(RetiredProvider left, Discard& discard);

    AssemblyCore& core_;
    Guarding& guarding_;
    RenameProbes renameProbes_;
    std::vector<RetiredProvider> retired_;
    /// How many connections have a provider that calls may still be in.
    int numRetiring_ = 0;
};

}  // namespace gantry::framework
