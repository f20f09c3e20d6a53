// The probes of a proxy belong to its target, not to the proxy: when the provider is swapped, calls
// that still run on the old target end with the probes they began with, while calls on the new
// target already use the new ones.

#include "core/InstalledProxy.hpp"

#include <algorithm>
#include <exception>
#include <utility>

namespace gantry::framework {

InstalledProxy::InstalledProxy(PortProxy proxy, std::shared_ptr<gov::cca::Port> direct)
    : proxy_(std::move(proxy)),
      side_{std::move(direct), proxy_.proxy->callSwitch().target(),
            std::vector<PlannedProbe>(proxy_.proxy->methods().size())} {}

InstalledProxy::~InstalledProxy() {
    unobserve();
}

void InstalledProxy::observe(PlannedProbe planned) {
    side_.target->observe(planned.method, planned.probe);
    side_.observed.at(planned.method) = std::move(planned);
}

void InstalledProxy::unobserve() noexcept {
    try {
        for (std::size_t method = 0; method < side_.observed.size(); ++method) {
            if (side_.observed[method].probe) {
                side_.target->observe(method, nullptr);
                side_.observed[method] = {};
            }
        }
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): nobody to tell.
    }
}

bool InstalledProxy::isObserving() const noexcept {
    return std::any_of(side_.observed.begin(), side_.observed.end(),
                       [](const PlannedProbe& planned) { return planned.probe != nullptr; });
}

std::vector<MonitoredMethod> InstalledProxy::observed() const {
    std::vector<MonitoredMethod> list;
    for (const PlannedProbe& planned : side_.observed) {
        if (planned.probe) {
            list.push_back(planned.shown);
            list.back().numChecks = planned.checks ? planned.checks->checks() : 0;
        }
    }
    return list;
}

InstalledProxy::Side InstalledProxy::sideOf(std::shared_ptr<gov::cca::Port> direct,
                                            std::vector<PlannedProbe> probes) const {
    Side side{nullptr, proxy_.proxy->callTargetFor(direct), std::move(probes)};
    side.direct = std::move(direct);
    for (const PlannedProbe& planned : side.observed) {
        if (planned.probe) {
            side.target->observe(planned.method, planned.probe);
        }
    }
    return side;
}

InstalledProxy::Side InstalledProxy::exchange(Side next) noexcept {
    (void)proxy_.proxy->callSwitch().exchange(next.target);
    std::swap(side_, next);
    return next;
}

}  // namespace gantry::framework
