#include "SimulatedRank.hpp"

#include <string>

namespace gantry::bench {

namespace {

// SplitMix64 (S. Vigna) of two numbers.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b) {
    std::uint64_t x = (a << 32U) ^ b;
    x += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
}

constexpr std::uint32_t kInGroup = 10;
constexpr std::uint64_t kAnyRank = 0xffffffffU;

class Maker final {
public:
    Maker(std::uint32_t rank, std::uint32_t size) : rank_(rank) {
        profile_.created = "2026-01-31T12:00:00Z";
        profile_.metrics = {{"wall", "ns", "simulated"}};
        profile_.machine.host = "node" + std::to_string(rank / 64);
        profile_.processes = {{"simulated", profile_.machine.host, "boot", 1000 + rank,
                               static_cast<std::int32_t>(rank), size}};
        perf::ThreadProfile& thread = profile_.threads.emplace_back();
        thread.name = "main";
        thread.process = 0;
        thread.role = perf::ThreadRole::Main;
        thread.ended = true;
    }

    perf::Profile make(std::uint32_t timers) {
        const std::int32_t main = node("main", -1, 1);
        std::int32_t group = main;
        for (std::uint32_t timer = 1; timer < timers; ++timer) {
            const bool begins = timer % kInGroup == 1;
            if (!begins && mixed(rank_, timer) % 5 == 0) {
                continue;
            }
            const std::string name =
                (begins ? "Solver::step" : "Solver::kernel") + std::to_string(timer);
            if (begins) {
                group = node(name, main, 100);
                continue;
            }
            const std::uint64_t calls = 1 + mixed(kAnyRank, timer) % 1000;
            take(node(name, group, calls), timer, calls);
        }
        profile_.timeNs = profile_.threads[0].nodes[0].inclusive[0];
        profile_.threads[0].cpuNs = profile_.timeNs;
        return std::move(profile_);
    }

private:
    std::int32_t node(const std::string& name, std::int32_t parent, std::uint64_t calls) {
        auto& nodes = profile_.threads[0].nodes;
        perf::TimerInfo& timer = profile_.timers.emplace_back();
        timer.id = static_cast<std::uint32_t>(profile_.timers.size() - 1);
        timer.name = name;
        timer.group = "solver";
        perf::CallPathNode& added = nodes.emplace_back();
        added.timer = timer.id;
        added.parent = parent;
        added.calls = calls;
        if (parent >= 0) {
            nodes[static_cast<std::size_t>(parent)].childCalls += calls;
        }
        return static_cast<std::int32_t>(nodes.size() - 1);
    }

    // The time of a timer, which is also that of all above it.
    void take(std::int32_t at, std::uint32_t timer, std::uint64_t calls) {
        const std::uint64_t usual =
            (std::uint64_t{1} << (8 + mixed(kAnyRank - 1, timer) % 14)) * calls;
        const std::uint64_t percent = 75 + mixed(rank_ + 7, timer) % 51;
        const auto value = static_cast<std::int64_t>(usual * percent / 100);
        auto& nodes = profile_.threads[0].nodes;
        for (; at >= 0; at = nodes[static_cast<std::size_t>(at)].parent) {
            nodes[static_cast<std::size_t>(at)].inclusive[0] += value;
        }
    }

    std::uint32_t rank_;
    perf::Profile profile_;
};

}  // namespace

perf::Profile simulatedRank(std::uint32_t rank, std::uint32_t size, std::uint32_t timers) {
    return Maker(rank, size).make(timers);
}

}  // namespace gantry::bench
