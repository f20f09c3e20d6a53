#pragma once

#include <gantry/MethodProbe.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gantry {

/// The probes of a proxy with Count methods. Part of generated proxies.
template <std::size_t Count>
class ProbeTable final {
public:
    ProbeTable() = default;
    ProbeTable(const ProbeTable&) = delete;
    ProbeTable& operator=(const ProbeTable&) = delete;

    /// The probe of a method that exists; null where it is not observed. Any thread; costs one
    /// atomic load. What it points to lives as long as the table.
    [[nodiscard]] const MethodProbe* probe(std::size_t method) const noexcept {
        return active_[method].load(std::memory_order_acquire);
    }

    /// As Proxy::observe.
    void observe(std::size_t method, std::shared_ptr<const MethodProbe> probe) {
        std::atomic<const MethodProbe*>& active = at(method);
        const MethodProbe* const observing = probe.get();
        if (probe && std::find(kept_.begin(), kept_.end(), probe) == kept_.end()) {
            kept_.push_back(std::move(probe));
        }
        active.store(observing, std::memory_order_release);
    }

private:
    std::atomic<const MethodProbe*>& at(std::size_t method) {
        if (method < active_.size()) {
            return active_[method];
        }
        throw std::out_of_range("gantry::Proxy: there is no method " + std::to_string(method) +
                                "; this proxy has " + std::to_string(Count));
    }

    std::array<std::atomic<const MethodProbe*>, Count> active_{};
    // A call may have begun with an earlier probe.
    std::vector<std::shared_ptr<const MethodProbe>> kept_;
};

}  // namespace gantry
