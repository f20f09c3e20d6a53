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

/// What every exchange leaves of a connection.
void markExchanged(Connection& connection) {
    connection.isDefault = false;
    ++connection.swaps;
}

std::string seconds(double number) {
    std::ostringstream text;
    text << number << " s";
    return text.str();
}

/// Without the lock for as long as it lives, once it was asked to.
class Unlocked final {
public:
    explicit Unlocked(AssemblyLock& lock) : lock_(lock) {}
    ~Unlocked() {
        if (released_) {
            lock_.lock();
        }
    }
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

    void release() {
        lock_.unlock();
        released_ = true;
    }

private:
    AssemblyLock& lock_;
    bool released_ = false;
};

/// Counts what goes on.
class Ongoing final {
public:
    explicit Ongoing(int& number) : number_(number) { ++number_; }
    ~Ongoing() { --number_; }
    Ongoing(const Ongoing&) = delete;
    Ongoing& operator=(const Ongoing&) = delete;

private:
    int& number_;
};

}  // namespace

Rewiring::~Rewiring() {
    Discard ended;
    reclaim(ended);
    for (RetiredProvider& left : retired_) {
        // A thread is in its code: neither object nor library may go.
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

void Rewiring::checkLeft(const std::shared_ptr<Instance>& instance) const {
    for (const ConnectionPointer& connection :
         numRetiring_ > 0 ? core_.connections().list() : std::vector<ConnectionPointer>{}) {
        if (connection->retiring && connection->retiring->provider == instance) {
            throw Error(CCAExceptionType::UsesPortNotReleased,
                        "instance '" + instance->name() +
                            "' is just being exchanged as provider "
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
                    callsText(others) + " that came by a connection before it was exchanged " +
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
    Unlocked unlocked(lock);
    return pins.await(*side.target, proxy.calls(), deadline, [&] { unlocked.release(); });
}

void Rewiring::check(const SwapRequest& request, const Connection& before,
                     const Connection& next) const {
    const Connection& connection = *request.connection;
    if (!core_.connections().contains(request.connection) ||
        connection.provider != before.provider || connection.providesPort != before.providesPort) {
        throw Error(CCAExceptionType::PortNotConnected,
                    "uses port " + nameOf(before.user, before.usesPort) +
                        " was given another connection while its provider was to be exchanged; "
                        "look at it again");
    }
    core_.connections().checkExchange(connection, next);
}

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
                            " is direct, so that its provider cannot be exchanged; " +
                            Guarding::howToGuard(before) + ", or release the port first");
        }
        Unlocked unlocked(lock);
        unlocked.release();
        (void)ports.awaitRelease(before.usesPort, before.serial, deadline);
        std::this_thread::yield();
    }
}

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
    const Ongoing ongoing(numRetiring_);
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
                        " was disconnected by another command while its provider was exchanged");
    }
}

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

std::uint32_t Rewiring::callsIn(const InstalledProxy& proxy,
                                const InstalledProxy::Side& side) const {
    return guarding_.pins().inside(*side.target).others + proxy.calls().unpinned();
}

}  // namespace gantry::framework
