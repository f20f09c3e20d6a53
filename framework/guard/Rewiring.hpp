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
    /// Providers that threads are still in stay in memory until the process ends.
    ~Rewiring();
    Rewiring(const Rewiring&) = delete;
    Rewiring& operator=(const Rewiring&) = delete;

    /// As Framework::rewire. Releases lock during a long wait.
    void rewire(const SwapRequest& request, AssemblyLock& lock);
    /// Drops retired providers whose calls have ended since.
    void reclaim(Discard& discard);
    /// Throws UsesPortNotReleased if calls of other threads are in instance that came through a
    /// connection which was swapped since, or is being swapped.
    void checkLeft(const std::shared_ptr<Instance>& instance) const;

private:
    /// A provider that was swapped while calls were in it. Members are destroyed in reverse order:
    /// the target before the proxy, whose library holds its code.
    struct RetiredProvider {
        std::shared_ptr<Proxy> proxy;
        InstalledProxy::Side side;
        std::shared_ptr<Instance> provider;
        /// Whether every pin on it is visible: fenceAllThreads succeeded after the exchange.
        bool isFenced = false;
    };
    /// Throws if the swap is not allowed, before anything has changed.
    void check(const SwapRequest& request, const Connection& before, const Connection& next) const;
    /// The new side of a proxy; nothing if the connection is direct and was swapped at once.
    /// Throws, and changes nothing, if the swap is not allowed or the port is in use at the
    /// deadline.
    [[nodiscard]] std::optional<InstalledProxy::Side> prepare(const SwapRequest& request,
                                                              const Connection& before,
                                                              Connection& next,
                                                              AssemblyLock& lock) const;
    void exchange(const SwapRequest& request, const Connection& before, InstalledProxy::Side side,
                  AssemblyLock& lock);
    /// Makes former, whose calls have not ended, the provider again, and throws the reason.
    [[noreturn]] void rollBack(const SwapRequest& request, const Connection& before,
                               InstalledProxy::Side former, AssemblyLock& lock);
    /// Waits for calls to side; false if another thread is in one at the deadline.
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
    /// The number of connections with a retiring provider.
    int numRetiring_ = 0;
};

}  // namespace gantry::framework
