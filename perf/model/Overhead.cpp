// What measuring itself adds to values, and values without it. The cost of a start and stop has two
// parts: `inside` falls into the timer's own value, the rest of `pair` into that of its caller.

#include <base/text/NumberText.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

namespace gantry::perf {

namespace {

template <class Sum, class Value>
Sum sumOfNodes(const Profile& profile, Value value) noexcept {
    Sum sum = 0;
    for (const ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            sum += value(node);
        }
    }
    return sum;
}

void compensate(ThreadProfile& thread, const ProbeOverhead& cost, std::size_t metrics) {
    const std::size_t count = thread.nodes.size();
    std::vector<std::uint64_t> timedBelow(count);
    std::vector<std::uint64_t> untimedBelow(count);
    std::vector<MetricValues> inside(count);
    // Children come after their parents.
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

// Texts that are no numbers leave what is there.
void readErrors(std::string_view text, std::array<double, kMaxMetrics>& error) {
    for (std::size_t m = 0; m < kMaxMetrics && !text.empty(); ++m) {
        double value = 0;
        const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (problem != std::errc() || !(value >= 0) || !std::isfinite(value)) {
            return;
        }
        error[m] = value;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
}

std::int64_t errorOfCalls(std::uint64_t calls, double error) {
    return static_cast<std::int64_t>(std::ceil(static_cast<double>(calls) * error));
}

void compensateRanks(RankReduction& ranks) {
    for (RankRecord& record : ranks.timers) {
        record.inclusive = std::exchange(record.compensatedInclusive, {});
        record.exclusive = std::exchange(record.compensatedExclusive, {});
    }
}

}  // namespace

std::string overheadErrorText(const std::array<double, kMaxMetrics>& error, std::size_t metrics) {
    std::string text;
    for (std::size_t m = 0; m < metrics; ++m) {
        text += (m == 0 ? "" : " ") + base::exact(error[m]);
    }
    return text;
}

std::array<double, kMaxMetrics> overheadError(const Profile& profile) {
    std::array<double, kMaxMetrics> error{};
    if (!profile.probeOverhead) {
        return error;
    }
    // Where the profile does not state the error, the cost is taken to be off by itself.
    error = profile.probeOverhead->pair;
    for (const auto& [key, value] : profile.context) {
        if (key == kOverheadError) {
            readErrors(value, error);
        }
    }
    return error;
}

OverheadErrors overheadErrors(const Profile& profile, const ThreadProfile& thread) {
    const std::size_t count = thread.nodes.size();
    OverheadErrors errors{std::vector<MetricValues>(count), std::vector<MetricValues>(count)};
    if (!isCompensated(profile)) {
        return errors;
    }
    const std::array<double, kMaxMetrics> error = overheadError(profile);
    std::vector<std::uint64_t> below(count);
    std::vector<std::uint64_t> directlyBelow(count);
    for (std::size_t i = count; i-- > 0;) {
        const CallPathNode& node = thread.nodes[i];
        const std::uint64_t timed = node.calls - node.untimed;
        for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
            errors.inclusive[i][m] = errorOfCalls(timed + below[i], error[m]);
            errors.exclusive[i][m] = errorOfCalls(timed + directlyBelow[i], error[m]);
        }
        if (node.parent >= 0) {
            // Counting a call costs less than timing it, and is known as well.
            below[static_cast<std::size_t>(node.parent)] += node.calls + below[i];
            directlyBelow[static_cast<std::size_t>(node.parent)] += node.calls;
        }
    }
    return errors;
}

std::array<double, kMaxMetrics> overheadErrorOfAll(const Profile& profile) {
    std::array<double, kMaxMetrics> error = overheadError(profile);
    const auto calls = static_cast<double>(allCalls(profile));
    for (double& one : error) {
        one *= calls;
    }
    return error;
}

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
    return sumOfNodes<std::uint64_t>(profile, [](const CallPathNode& node) { return node.calls; });
}

std::uint64_t allUntimed(const Profile& profile) noexcept {
    return sumOfNodes<std::uint64_t>(profile,
                                     [](const CallPathNode& node) { return node.untimed; });
}

std::int64_t outermostTotal(const Profile& profile) noexcept {
    return sumOfNodes<std::int64_t>(
        profile, [](const CallPathNode& node) { return node.parent < 0 ? node.inclusive[0] : 0; });
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
            "compensated: the profile is already compensated; use the original one");
    }
    Profile result = profile;
    result.context.emplace_back(kCompensated, "the measurement overhead was subtracted");
    for (ThreadProfile& thread : result.threads) {
        compensate(thread, *profile.probeOverhead, profile.metrics.size());
    }
    if (result.ranks && hasCompensated(*result.ranks)) {
        compensateRanks(*result.ranks);
    } else if (result.ranks) {
        result.context.emplace_back(kRanksAsMeasured, "the overhead of each rank is not known");
    }
    return result;
}

Profile compensatedWhereKnown(Profile profile) {
    const bool canCompensate = profile.probeOverhead && !isCompensated(profile);
    return canCompensate ? compensated(profile) : std::move(profile);
}

}  // namespace gantry::perf
