// How long ranks were busy, idle, or in overhead, by rules that give timers a state by their names
// (docs/formats/states.md).

#include <base/text/GlobPattern.hpp>
#include <base/text/NumberText.hpp>
#include <perf/analysis/StateTable.hpp>
#include <perf/model/Flat.hpp>

#include <array>
#include <map>
#include <sstream>
#include <stdexcept>

namespace gantry::perf {

namespace {

constexpr std::array<std::string_view, 3> kNames{"busy", "idle", "overhead"};

std::optional<State> stateNamed(std::string_view name) {
    for (std::size_t state = 0; state < kNames.size(); ++state) {
        if (kNames[state] == name) {
            return static_cast<State>(state);
        }
    }
    return std::nullopt;
}

struct Times {
    std::int64_t threads = 0;
    std::array<double, kNames.size()> in{};  // by state

    [[nodiscard]] double all() const { return in[0] + in[1] + in[2]; }
    [[nodiscard]] double share(std::size_t state) const {
        constexpr double kPercent = 100;
        return all() > 0 ? in[state] / all() * kPercent : 0;
    }
};

// Parents come before their children, so the state that is inherited is known.
void addThread(Times& times, const ThreadProfile& thread, const std::vector<State>& timerStates,
               const std::vector<bool>& ruled) {
    const std::vector<MetricValues> exclusive = exclusiveValues(thread);
    std::vector<State> states(thread.nodes.size(), State::Busy);
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        if (ruled[node.timer]) {
            states[i] = timerStates[node.timer];
        } else if (node.parent >= 0) {
            states[i] = states[static_cast<std::size_t>(node.parent)];
        }
        // Exclusive values of the first metric: each unit of time counts in one state only.
        times.in[static_cast<std::size_t>(states[i])] += static_cast<double>(exclusive[i][0]);
    }
    times.threads += thread.nodes.empty() ? 0 : 1;
}

// By rank; -1 for processes without one.
std::map<std::int32_t, Times> timesOf(const Profile& profile, const StateRules& rules) {
    std::vector<State> timerStates;
    std::vector<bool> ruled;
    for (const TimerInfo& timer : profile.timers) {
        const auto state = rules.of(timer.name);
        timerStates.push_back(state.value_or(State::Busy));
        ruled.push_back(state.has_value());
    }
    std::map<std::int32_t, Times> ranks;
    for (const ThreadProfile& thread : profile.threads) {
        const auto process = static_cast<std::size_t>(thread.process);
        const bool known = thread.process >= 0 && process < profile.processes.size();
        if (!thread.nodes.empty()) {
            addThread(ranks[known ? profile.processes[process].rank : -1], thread, timerStates,
                      ruled);
        }
    }
    return ranks;
}

}  // namespace

StateRules::StateRules(std::string_view text) {
    std::istringstream lines{std::string(text)};
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        std::istringstream words(line.substr(0, line.find('#')));
        std::string name;
        std::string pattern;
        std::string more;
        if (!(words >> name)) {
            continue;
        }
        const auto state = stateNamed(name);
        if (!state || !(words >> pattern) || words >> more) {
            throw std::invalid_argument(
                "line " + std::to_string(number) + ": '" + line +
                "' is not a rule; a rule is busy, idle or overhead, and a pattern of names: 'idle "
                "MPI_Wait*'");
        }
        rules_.push_back({*state, pattern});
    }
}

std::optional<State> StateRules::of(std::string_view timer) const noexcept {
    // The first rule that fits decides, so special rules come before general ones.
    for (const Rule& rule : rules_) {
        if (base::matchesPattern(rule.pattern, timer)) {
            return rule.state;
        }
    }
    return std::nullopt;
}

ReportTable stateTable(const Profile& profile, const StateRules& rules) {
    ReportTable table{"states", "rank", {}, {}, {}, 0};
    const std::string& unit = profile.metrics.front().unit;
    table.columns = {{"rank", "rank", "", ReportColumn::Shown::WhenUsed},
                     {"threads", "threads", ""},
                     {"busy", "busy", unit},
                     {"idle", "idle", unit},
                     {"overhead", "overhead", unit},
                     {"busyShare", "busy", "%"},
                     {"idleShare", "idle", "%"},
                     {"overheadShare", "overhead", "%"}};
    for (const auto& [rank, times] : timesOf(profile, rules)) {
        table.rows.push_back({rank < 0 ? std::string() : std::to_string(rank), times.threads,
                              times.in[0], times.in[1], times.in[2], times.share(0), times.share(1),
                              times.share(2)});
    }
    return table;
}

std::string stateText(const Profile& profile, const StateRules& rules) {
    constexpr std::size_t kMostRanks = 8;
    const std::map<std::int32_t, Times> ranks = timesOf(profile, rules);
    std::ostringstream text;
    text.setf(std::ios::fixed);
    text.precision(0);
    bool onlyBusy = true;
    std::size_t shown = 0;
    for (const auto& [rank, times] : ranks) {
        onlyBusy = onlyBusy && times.in[0] == times.all();
        if (shown < kMostRanks) {
            text << (shown == 0 ? "" : ", ")
                 << (rank < 0 ? "" : "rank " + std::to_string(rank) + ' ') << times.share(0) << '/'
                 << times.share(1) << '/' << times.share(2) << " %";
        }
        ++shown;
    }
    if (onlyBusy) {
        return {};
    }
    return text.str() +
           (shown > kMostRanks ? ", " + base::plural(shown - kMostRanks, "more rank") : "");
}

}  // namespace gantry::perf
