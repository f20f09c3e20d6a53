// A swap of a guarded connection takes these steps under the lock of the assembly:
//
//   1. check the new provider, make its side of the proxy (port, call target, probes);
//   2. exchange the target of the proxy: calls that begin from now on go to the new provider;
//   3. make every thread's earlier pin visible (fenceAllThreads), then wait until no other thread
//      has a pin on the old target;
//   4. drop the old side, or roll back to it if the deadline passes.
//
// Invariants:
//   * A call target is freed only after no pin shows it. Until then a RetiredProvider holds the
//     target, the provider and the library of the proxy, whose code ends the target.
//   * From step 2 to step 4 `connection->retiring` names the provider that calls may still be in.
//     It keeps other commands from destroying it, from ending the proxy, and from a second swap.
//   * Waiting releases the lock, but only after a short spin, because most calls end at once. After
//     that anything may have happened to the connection: it is looked up again before it is used.
//   * Calls of the calling thread itself do not count: they cannot end while it waits for them.
//   * What is dropped goes into the Discard of the request, which the caller empties without the
//     lock, because a destructor of a component may wait for a thread that gives commands.
//
// A direct connection has no proxy, so that nothing shows who calls. It is swapped only while the
// user does not hold the port.

#include "guard/Rewiring.hpp"

#include <gantry/Error.hpp>

#include <chrono>
#include <sstream>
#include <thread>
#include <utility>

#include "core/changeNotes.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;
using gov::cca::ports::EventType;

std::string nameOf(const std::shared_ptr<Instance>& instance, const std::string& port) {
    return "'" + instance->name() + '.' + port + "'";
}

std::string callsText(std::uint32_t number) {
    return std::to_string(number) + (number == 1 ? " call" : " calls");
}

/// What every swap changes in a connection.
void markExchanged(Connection& connection) {
    connection.isDefault = false;
    ++connection.swaps;
}

std::string seconds(double number) {
    std::ostringstream text;
    text << number << " s";
    return text.str();
}

/// Keeps the lock released from release() to its end.
class ScopedUnlock final {
public:
    explicit ScopedUnlock(AssemblyLock& lock) : lock_(lock) {}
    ~ScopedUnlock() {
        if (released_) {
            lock_.lock();
        }
    }
    ScopedUnlock(const ScopedUnlock&) = delete;
    ScopedUnlock& operator=(const ScopedUnlock&) = delete;

    void release() {
        lock_.unlock();
        released_ = true;
    }

private:
    AssemblyLock& lock_;
    bool released_ = false;
};

/// Counts one swap that is under way.
class SwapInProgress final {
public:
    explicit SwapInProgress(int& number) : number_(number) { ++number_; }
    ~SwapInProgress() { --number_; }
    SwapInProgress(const SwapInProgress&) = delete;
    SwapInProgress& operator=(const SwapInProgress&) = delete;

private:
    int& number_;
};

}  // namespace

Rewiring::~Rewiring() {
    Discard ended;
    reclaim(ended);
    for (RetiredProvider& left : retired_) {
        // A thread is still in its code, so neither the object nor the library may be freed.
        // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new): ends the process
        (void)new RetiredProvider(std::move(left));
    }
}

void Rewiring::reclaim(Discard& discard) {
    std::erase_if(retired_, [&](RetiredProvider& left) {
        left.isFenced = left.isFenced || guarding_.pins().fenceAllThreads();
        const auto inside = guarding_.pins().inside(*left.side.target);
        if (!left.isFenced || inside.own + inside.others > 0 ||
            left.proxy->callSwitch().unpinned() > 0) {
            return false;
        }
        discard.push_back(std::make_shared<RetiredProvider>(std::move(left)));
        return true;
    });
}

// Looks at all connections, but only while a swap is under way, which is rare.
void Rewiring::checkLeft(const std::shared_ptr<Instance>& instance) const {
    for (const ConnectionPointer& connection :
         numRetiring_ > 0 ? core_.connections().list() : std::vector<ConnectionPointer>{}) {
        if (connection->retiring && connection->retiring->provider == instance) {
            throw Error(CCAExceptionType::UsesPortNotReleased,
                        "instance '" + instance->name() +
                            "' is being swapped as the provider "
                            "of uses port " +
                            nameOf(connection->user, connection->usesPort) +
                            "; try again when that has ended");
        }
    }
    std::uint32_t others = 0;
    for (const RetiredProvider& left : retired_) {
        if (left.provider == instance) {
            others += guarding_.pins().inside(*left.side.target).others;
        }
    }
    if (others > 0) {
        throw Error(CCAExceptionType::UsesPortNotReleased,
                    callsText(others) + " that came through a connection before it was swapped " +
                        (others == 1 ? "is" : "are") + " still in instance '" + instance->name() +
                        "'; try again when they have returned");
    }
}

void Rewiring::leave(RetiredProvider left, Discard& discard) {
    retired_.push_back(std::move(left));
    reclaim(discard);
}

bool Rewiring::awaitCalls(const InstalledProxy& proxy, const InstalledProxy::Side& side,
                          Deadline deadline, AssemblyLock& lock) const {
    const ThreadPins& pins = guarding_.pins();
    if (!pins.fenceAllThreads()) {
        return false;
    }
    ScopedUnlock unlocked(lock);
    return pins.await(*side.target, proxy.calls(), deadline, [&] { unlocked.release(); });
}

void Rewiring::check(const SwapRequest& request, const Connection& before,
                     const Connection& next) const {
    const Connection& connection = *request.connection;
    if (!core_.connections().contains(request.connection) ||
        connection.provider != before.provider || connection.providesPort != before.providesPort) {
        throw Error(CCAExceptionType::PortNotConnected,
                    "uses port " + nameOf(before.user, before.usesPort) +
                        " was connected to another provider during the swap; "
                        "check the connection and try again");
    }
    core_.connections().checkExchange(connection, next);
}

// A direct connection is swapped between two uses. In the loop the lock is released while it is in
// use, and everything is checked again afterwards.
std::optional<InstalledProxy::Side> Rewiring::prepare(const SwapRequest& request,
                                                      const Connection& before, Connection& next,
                                                      AssemblyLock& lock) const {
    Connection& connection = *request.connection;
    PortTable& ports = before.user->ports();
    const Deadline deadline = deadlineAfter(request.timeout);
    for (;;) {
        check(request, before, next);
        const auto direct = request.provider->hold(
            request.provider->ports().require(request.providesPort, true).port);
        if (connection.proxy && ports.isUniform(before.usesPort, before.serial)) {
            return connection.proxy->sideOf(direct,
                                            renameProbes_(connection.proxy->probes(), next));
        }
        if (!connection.proxy && ports.awaitRelease(before.usesPort, before.serial, Deadline())) {
            auto port = core_.connections().prepared(next, direct);
            if (ports.exchangeUnused(before.usesPort, before.serial, port)) {
                return std::nullopt;
            }
        }
        if (std::chrono::steady_clock::now() >= deadline) {
            throw Error(CCAExceptionType::UsesPortNotReleased,
                        "uses port " + nameOf(before.user, before.usesPort) +
                            " is in use and its connection to " +
                            nameOf(before.provider, before.providesPort) +
                            " is direct, so its provider cannot be swapped; " +
                            Guarding::howToGuard(before) + ", or release the port first");
        }
        ScopedUnlock unlocked(lock);
        unlocked.release();
        (void)ports.awaitRelease(before.usesPort, before.serial, deadline);
        std::this_thread::yield();
    }
}

// The change is announced for the new connection before anything is done, so that a listener can
// refuse nothing but prepare.
void Rewiring::rewire(const SwapRequest& request, AssemblyLock& lock) {
    reclaim(request.discard);
    const Connection before = *request.connection;
    Connection next = before;
    next.provider = request.provider;
    next.providesPort = request.providesPort;
    check(request, before, next);
    core_.connections().notify(next, EventType::ConnectPending);
    std::optional<InstalledProxy::Side> side;
    try {
        side = prepare(request, before, next, lock);
    } catch (...) {
        core_.connections().notify(next, EventType::Disconnected);
        throw;
    }
    if (side) {
        exchange(request, before, std::move(*side), lock);
        return;
    }
    Connection& connection = *request.connection;
    core_.connections().move(request.connection, request.provider, request.providesPort);
    connection.proxy = next.proxy;
    connection.guarded = next.guarded;
    connection.reasonNotMonitored = next.reasonNotMonitored;
    markExchanged(connection);
    noteSwapped(core_.changes(), connection);
    core_.connections().notify(connection, EventType::Connected);
    core_.connections().notify(before, EventType::DisconnectPending);
    core_.connections().notify(before, EventType::Disconnected);
}

void Rewiring::exchange(const SwapRequest& request, const Connection& before,
                        InstalledProxy::Side side, AssemblyLock& lock) {
    const ConnectionPointer connection = request.connection;
    const std::shared_ptr<InstalledProxy> proxy = connection->proxy;
    InstalledProxy::Side former = proxy->exchange(std::move(side));
    const SwapInProgress ongoing(numRetiring_);
    connection->retiring = RetiringProvider{before.provider, before.providesPort};
    core_.connections().move(connection, request.provider, request.providesPort);
    noteSwapped(core_.changes(), *connection);
    core_.connections().notify(*connection, EventType::Connected);
    core_.connections().notify(before, EventType::DisconnectPending);
    const bool isFree = awaitCalls(*proxy, former, deadlineAfter(request.timeout), lock);
    if (!isFree && core_.connections().contains(connection)) {
        rollBack(request, before, std::move(former), lock);
    }
    connection->retiring.reset();
    markExchanged(*connection);
    leave({proxy->generated(), std::move(former), before.provider, isFree}, request.discard);
    core_.connections().notify(before, EventType::Disconnected);
    if (!isFree) {
        throw Error(CCAExceptionType::PortNotConnected,
                    "uses port " + nameOf(before.user, before.usesPort) +
                        " was disconnected by another command while its provider was swapped");
    }
}

// The new provider may have calls as well by then: it is retired in the same way.
void Rewiring::rollBack(const SwapRequest& request, const Connection& before,
                        InstalledProxy::Side former, AssemblyLock& lock) {
    const ConnectionPointer connection = request.connection;
    const std::shared_ptr<InstalledProxy> proxy = connection->proxy;
    const std::uint32_t left = callsIn(*proxy, former);
    InstalledProxy::Side refused = proxy->exchange(std::move(former));
    const Connection next = *connection;
    connection->retiring = RetiringProvider{request.provider, request.providesPort};
    core_.connections().move(connection, before.provider, before.providesPort);
    noteSwapped(core_.changes(), *connection);
    const bool isFree = awaitCalls(*proxy, refused, deadlineAfter(request.timeout), lock);
    const std::uint32_t stuck = isFree ? 0 : callsIn(*proxy, refused);
    connection->retiring.reset();
    leave({proxy->generated(), std::move(refused), request.provider, isFree}, request.discard);
    core_.connections().notify(next, EventType::DisconnectPending);
    core_.connections().notify(next, EventType::Disconnected);
    if (core_.connections().contains(connection)) {
        core_.connections().notify(*connection, EventType::Connected);
    }
    throw Error(CCAExceptionType::UsesPortNotReleased,
                "the provider of uses port " + nameOf(before.user, before.usesPort) + " stays " +
                    nameOf(before.provider, before.providesPort) + ": " + callsText(left) +
                    " did not return from it within " + seconds(request.timeout) +
                    (stuck > 0 ? "; of the calls that went to " +
                                     nameOf(request.provider, request.providesPort) +
                                     " meanwhile " + std::to_string(stuck) +
                                     " did not return either, so that it cannot be destroyed yet"
                               : "") +
                    "; give a longer timeout");
}

// Calls without a pin are counted in the switch alone and may be of either target: then too many
// are reported, never too few.
std::uint32_t Rewiring::callsIn(const InstalledProxy& proxy,
                                const InstalledProxy::Side& side) const {
    return guarding_.pins().inside(*side.target).others + proxy.calls().unpinned();
}

}  // namespace gantry::framework
