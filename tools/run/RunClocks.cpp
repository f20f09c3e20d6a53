#include "RunClocks.hpp"

#include <gantry.hpp>
#include <string>
#include <string_view>

namespace gantry::tools {

namespace {

// Of the engine in use; nothing where the backend has none, or measures something else first.
std::optional<perf::RankTicks> engineClock() {
    gantry_metric_t metric{};
    const bool isTime = gantry_metric(0, &metric) == 1 && std::string_view(metric.name) == "wall" &&
                        std::string_view(metric.unit) == "ns";
    gantry_clock_t clock{};
    return isTime && gantry_clock(&clock) == 1
               ? std::optional(perf::RankTicks{clock.ticks, clock.units_per_tick})
               : std::nullopt;
}

}  // namespace

void RunClocks::beforeGo() {
    constexpr std::chrono::seconds kBetween{10};
    if (ranks_.size() == 1) {
        return;
    }
    if (!clocks_) {
        clocks_.emplace(ranks_.upcalls(), engineClock);
        read();
    } else if (clocks_->clocks() > 1) {
        std::string isTime =
            std::chrono::steady_clock::now() - last_ > kBetween ? "read" : std::string();
        ranks_.upcalls().broadcast(isTime, 0);
        if (!isTime.empty()) {
            read();
        }
    }
}

void RunClocks::end() {
    if (clocks_) {
        read();
        clocks_.reset();
    }
}

void RunClocks::read() {
    if (const auto fact = clocks_->read()) {
        gantry_fact(fact->first.c_str(), fact->second.c_str());
    }
    last_ = std::chrono::steady_clock::now();
}

}  // namespace gantry::tools
