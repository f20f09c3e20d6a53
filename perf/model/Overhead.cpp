#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <cstddef>
#include <stdexcept>

namespace gantry::perf {

namespace {

void compensate(ThreadProfile& thread, const ProbeOverhead& cost, std::size_t metrics) {
    const std::size_t count = thread.nodes.size();
    std::vector<std::uint64_t> callsBelow(count);
    std::vector<MetricValues> inside(count);
    // Children stand behind their parents.
    for (std::size_t i = count; i-- > 0;) {
        CallPathNode& node = thread.nodes[i];
        for (std::size_t m = 0; m < metrics; ++m) {
            const double added = static_cast<double>(node.calls) * cost.inside[m] +
                                 static_cast<double>(callsBelow[i]) * cost.pair[m];
            const std::int64_t rest = node.inclusive[m] - static_cast<std::int64_t>(added);
            node.inclusive[m] = std::max(rest, inside[i][m]);
        }
        if (node.parent >= 0) {
            const auto parent = static_cast<std::size_t>(node.parent);
            callsBelow[parent] += callsBelow[i] + node.calls;
            for (std::size_t m = 0; m < metrics; ++m) {
                inside[parent][m] += node.inclusive[m];
            }
        }
    }
}

}  // namespace

std::array<double, kMaxMetrics> overheadOf(const Profile& profile, std::uint64_t calls) noexcept {
    std::array<double, kMaxMetrics> added{};
    for (std::size_t m = 0; profile.probeOverhead && m < profile.metrics.size(); ++m) {
        added[m] = static_cast<double>(calls) * profile.probeOverhead->pair[m];
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

std::int64_t outermostTotal(const Profile& profile) noexcept {
    std::int64_t total = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            total += node.parent < 0 ? node.inclusive[0] : 0;
        }
    }
    return total;
}

Profile compensated(const Profile& profile) {
    if (!profile.probeOverhead) {
        throw std::invalid_argument(
            "compensated: the profile does not state the measurement overhead; measure again with "
            "this "
            "version");
    }
    const auto done = std::find_if(profile.context.begin(), profile.context.end(),
                                   [](const auto& fact) { return fact.first == kCompensated; });
    if (done != profile.context.end()) {
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
