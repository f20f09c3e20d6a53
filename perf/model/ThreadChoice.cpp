#include <base/text/Joined.hpp>
#include <perf/model/ThreadChoice.hpp>

#include <algorithm>
#include <charconv>
#include <limits>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gantry::perf {

namespace {

std::int64_t numberIn(std::string_view word, std::string_view value) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size() || number < 0 ||
        number > kMost) {
        throw std::invalid_argument("'" + std::string(word) + "' needs a number from 0, as in " +
                                    std::string(word.substr(0, word.find('='))) + "=2");
    }
    return number;
}

void readWord(std::string_view word, ThreadChoice& choice) {
    const std::size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : word.substr(equals + 1);
    if (value.empty() || (key != "rank" && key != "host" && key != "thread")) {
        throw std::invalid_argument("'" + std::string(word) +
                                    "' is not understood; give rank=N, host=NAME or thread=N, or "
                                    "several of them with commas");
    }
    if (key == "rank") {
        choice.rank = static_cast<std::int32_t>(numberIn(word, value));
    } else if (key == "thread") {
        choice.thread = static_cast<std::uint32_t>(numberIn(word, value));
    } else {
        choice.host = value;
    }
}

bool fits(const Profile& profile, const ThreadProfile& thread, const ThreadChoice& choice) {
    static const ProcessInfo unknown;
    const ProcessInfo& process =
        thread.process < 0 ? unknown
                           : profile.processes.at(static_cast<std::size_t>(thread.process));
    const std::string& host = process.host.empty() ? profile.machine.host : process.host;
    return (!choice.host || *choice.host == host) &&
           (!choice.rank || *choice.rank == process.rank) &&
           (!choice.thread || *choice.thread == thread.id);
}

// What could have been given in place of it.
std::string known(const Profile& profile) {
    std::set<std::string> hosts;
    std::size_t ranks = 0;
    for (const ProcessInfo& process : profile.processes) {
        hosts.insert(process.host.empty() ? profile.machine.host : process.host);
        ranks += process.rank >= 0 ? 1U : 0U;
    }
    const std::string text = base::joined(hosts, ", ");
    return std::to_string(profile.threads.size()) + " threads of " + std::to_string(ranks) +
           " ranks on " + (text.empty() ? profile.machine.host : text);
}

}  // namespace

ThreadChoice parseThreadChoice(std::string_view text) {
    ThreadChoice choice;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        readWord(text.substr(begin, end - begin), choice);
        begin = end + 1;
    }
    return choice;
}

void keepThreads(Profile& profile, const ThreadChoice& choice) {
    std::vector<ThreadProfile> kept;
    for (ThreadProfile& thread : profile.threads) {
        if (fits(profile, thread, choice)) {
            kept.push_back(std::move(thread));
        }
    }
    if (kept.empty()) {
        throw std::invalid_argument("no thread fits; there are " + known(profile));
    }
    profile.threads = std::move(kept);
    profile.events.clear();
    profile.misuse.clear();
    profile.ranks.reset();
    profile.modules.clear();
}

}  // namespace gantry::perf
