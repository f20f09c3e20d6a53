#include <base/text/GlobPattern.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/model/Throttle.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

[[noreturn]] void malformed(std::string_view text) {
    throw std::invalid_argument("throttle: '" + std::string(text) +
                                "' is not understood; write CALLS:AVERAGE, such as 100000:10us, "
                                "with the unit ns, us, ms or s");
}

bool canBeThrottled(const TimerRecord& record, const ThrottleRule& rule) {
    if (record.info.throttled || record.info.kind == TimerKind::Parameter || record.calls == 0) {
        return false;
    }
    const std::string name = fullName(record.info);
    return std::none_of(rule.exempt.begin(), rule.exempt.end(), [&](const std::string& pattern) {
        return base::matchesPattern(pattern, name) ||
               base::matchesPattern(pattern, record.info.group);
    });
}

// The time of one call without that of the timers inside it.
double ownTime(const TimerRecord& record) {
    return static_cast<double>(record.exclusive[0]) / static_cast<double>(record.calls);
}

// By the whole run: a rule on averages must not depend on how often someone looks.
std::vector<std::uint32_t> byAverage(const Profile& whole, const ThrottleRule& rule) {
    std::vector<std::uint32_t> timers;
    for (const TimerRecord& record : flat(whole)) {
        const double average =
            static_cast<double>(record.inclusive[0]) / static_cast<double>(record.calls);
        if (canBeThrottled(record, rule) && record.calls > rule.calls && average < rule.averageNs) {
            timers.push_back(record.info.id);
        }
    }
    return timers;
}

std::vector<std::uint32_t> byBudget(const Profile& recent, const ThrottleRule& rule) {
    std::vector<TimerRecord> candidates = flat(recent);
    std::erase_if(candidates,
                  [&](const TimerRecord& record) { return !canBeThrottled(record, rule); });
    // The timers with the least time per call first: they lose the least information for the
    // overhead that is saved. Stable, so that equal ones go in the order of their ids on every
    // platform.
    std::stable_sort(
        candidates.begin(), candidates.end(),
        [](const TimerRecord& a, const TimerRecord& b) { return ownTime(a) < ownTime(b); });
    const double allowed = rule.budget * static_cast<double>(outermostTotal(recent));
    double overhead = overheadOf(recent, allCalls(recent), allUntimed(recent))[0];
    std::vector<std::uint32_t> timers;
    for (const TimerRecord& record : candidates) {
        if (overhead <= allowed) {
            break;
        }
        // An estimate of what remains once this timer is off, by its calls in the same period.
        overhead -= overheadOf(recent, record.calls, record.untimed)[0];
        timers.push_back(record.info.id);
    }
    return timers;
}

}  // namespace

void parseThrottle(std::string_view text, ThrottleRule& rule) {
    constexpr std::array<std::pair<std::string_view, double>, 4> kUnits{
        {{"ns", 1.0}, {"us", 1e3}, {"ms", 1e6}, {"s", 1e9}}};
    const char* const end = text.data() + text.size();
    std::uint64_t calls = 0;
    const auto [colon, error] = std::from_chars(text.data(), end, calls);
    if (error != std::errc() || colon == end || *colon != ':') {
        malformed(text);
    }
    double average = 0;
    const auto [unit, wrong] = std::from_chars(colon + 1, end, average, std::chars_format::fixed);
    if (wrong != std::errc() || !(average > 0)) {
        malformed(text);
    }
    for (const auto& [name, ns] : kUnits) {
        if (std::string_view(unit, static_cast<std::size_t>(end - unit)) == name) {
            rule.calls = calls;
            rule.averageNs = average * ns;
            return;
        }
    }
    malformed(text);
}

std::vector<std::uint32_t> timersToThrottle(const Profile& whole, const Profile& recent,
                                            const ThrottleRule& rule) {
    std::vector<std::uint32_t> timers;
    // Averages are in ns.
    if (whole.metrics.empty() || whole.metrics.front().unit != "ns") {
        return timers;
    }
    if (rule.averageNs > 0) {
        timers = byAverage(whole, rule);
    }
    if (rule.budget > 0 && recent.probeOverhead) {
        for (const std::uint32_t timer : byBudget(recent, rule)) {
            if (std::find(timers.begin(), timers.end(), timer) == timers.end()) {
                timers.push_back(timer);
            }
        }
    }
    return timers;
}

}  // namespace gantry::perf
