#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace gantry::perf {

namespace {

void compensate(ThreadProfile& thread, const ProbeOverhead& cost, std::size_t metrics) {
    const std::size_t count = thread.nodes.size();
    std::vector<std::uint64_t> timedBelow(count);
    std::vector<std::uint64_t> untimedBelow(count);
    std::vector<MetricValues> inside(count);
    // Children stand behind their parents.
    for (std::size_t i = count; i-- > 0;) {
        CallPathNode& node = thread.nodes[i];
        for (std::size_t m = 0; m < metrics; ++m) {
            // The timer shows `inside` for each of its own timed calls, and the whole of each start
            // and stop below it.
            const double added = static_cast<double>(node.calls - node.untimed) * cost.inside[m] +
                                 static_cast<double>(timedBelow[i]) * cost.pair[m] +
                                 static_cast<double>(untimedBelow[i]) * cost.untimed[m];
            const std::int64_t rest = node.inclusive[m] - static_cast<std::int64_t>(added);
            // Never less than what is inside it: the estimate may exceed the time of very short
            // calls.
            node.inclusive[m] = std::max(rest, inside[i][m]);
        }
        if (node.parent >= 0) {
            const auto parent = static_cast<std::size_t>(node.parent);
            timedBelow[parent] += timedBelow[i] + node.calls - node.untimed;
            untimedBelow[parent] += untimedBelow[i] + node.untimed;
            for (std::size_t m = 0; m < metrics; ++m) {
                inside[parent][m] += node.inclusive[m];
            }
        }
    }
}

}  // namespace

std::array<double, kMaxMetrics> overheadOf(const Profile& profile, std::uint64_t calls,
                                           std::uint64_t untimed) noexcept {
    std::array<double, kMaxMetrics> added{};
    for (std::size_t m = 0; profile.probeOverhead && m < profile.metrics.size(); ++m) {
        added[m] = static_cast<double>(calls - untimed) * profile.probeOverhead->pair[m] +
                   static_cast<double>(untimed) * profile.probeOverhead->untimed[m];
    }
    return added;
}

std::uint64_t allCalls(const Profile& profile) noexcept {
    std::uint64_t calls = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            calls += node.calls;
        }
    }
    return calls;
}

std::uint64_t allUntimed(const Profile& profile) noexcept {
    std::uint64_t untimed = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            untimed += node.untimed;
        }
    }
    return untimed;
}

std::int64_t outermostTotal(const Profile& profile) noexcept {
    std::int64_t total = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            total += node.parent < 0 ? node.inclusive[0] : 0;
        }
    }
    return total;
}

bool isCompensated(const Profile& profile) noexcept {
    return std::any_of(profile.context.begin(), profile.context.end(),
                       [](const auto& fact) { return fact.first == kCompensated; });
}

Profile compensated(const Profile& profile) {
    if (!profile.probeOverhead) {
        throw std::invalid_argument(
            "compensated: the profile does not state the measurement overhead; measure again with "
            "this "
            "version");
    }
    if (isCompensated(profile)) {
        throw std::invalid_argument(
            "compensated: the profile is compensated already; use the one it was made from");
    }
    Profile result = profile;
    result.context.emplace_back(kCompensated, "the measurement overhead was subtracted");
    for (ThreadProfile& thread : result.threads) {
        compensate(thread, *profile.probeOverhead, profile.metrics.size());
    }
    return result;
}

}  // namespace gantry::perf
