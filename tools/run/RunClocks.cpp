#include "RunClocks.hpp"

#include <array>
#include <gantry.hpp>
#include <gantry_mpi.hpp>
#include <string>
#include <string_view>
#include <unistd.h>

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
    const UncountedMpi uncounted;
    if (!clocks_) {
        noteRank();
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

void RunClocks::noteRank() {
    std::array<char, 256> host{};
    (void)::gethostname(host.data(), host.size() - 1);
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    std::string run = std::string(host.data()) + '-' + std::to_string(::getpid()) + '-' +
                      std::to_string(now.count());
    // That of rank 0: each rank would make another one.
    ranks_.upcalls().broadcast(run, 0);
    gantry_fact("rank", std::to_string(ranks_.rank()).c_str());
    gantry_fact("size", std::to_string(ranks_.size()).c_str());
    gantry_fact("job", run.c_str());
}

void RunClocks::end() {
    if (clocks_) {
        const UncountedMpi uncounted;
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
