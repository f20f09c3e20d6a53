#include "ProcessChoice.hpp"

#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <charconv>
#include <system_error>

namespace gantry::perf {

std::optional<std::size_t> rankNumber(const std::string& text) {
    std::size_t number = 0;
    constexpr std::size_t kMostRanks = 10'000'000;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number < kMostRanks ? std::optional(number) : std::nullopt;
}

std::string factOf(const Profile& profile, const std::string& key) {
    for (const auto& [name, value] : profile.context) {
        if (name == key) {
            return value;
        }
    }
    return {};
}

namespace {

// As the module for MPI names the group of its timers.
bool callsMpi(const Profile& profile) {
    return std::any_of(
        profile.threads.begin(), profile.threads.end(), [&](const ThreadProfile& thread) {
            return std::any_of(thread.nodes.begin(), thread.nodes.end(), [&](const auto& node) {
                return node.calls > 0 && profile.timers[node.timer].group == "MPI";
            });
        });
}

}  // namespace

std::tuple<bool, std::uint64_t, std::int64_t, std::size_t> weightOf(const Profile& profile) {
    std::int64_t cpuNs = 0;
    for (const ThreadProfile& thread : profile.threads) {
        cpuNs += thread.cpuNs;
    }
    return {callsMpi(profile), allCalls(profile), cpuNs, profile.timers.size()};
}

}  // namespace gantry::perf
