// Tables of what changed in a run and of what the optimizer decided.

#include <base/text/TimeText.hpp>
#include <perf/analysis/HistoryViews.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>
#include <stdexcept>

namespace gantry::perf {

namespace {

using Shown = ReportColumn::Shown;
using Decisions = std::vector<ArchivedDecision>;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

// "instance.port", or what there is of it.
std::string endOf(const std::string& instance, const std::string& port) {
    return instance + (instance.empty() || port.empty() ? "" : ".") + port;
}

// What has no end is shown like what is not known.
double finite(double value) {
    return std::isfinite(value) ? value : kUnknown;
}

std::vector<std::string> wordsOf(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

std::string cut(const std::string& text) {
    constexpr std::size_t kMost = 40;
    if (text.size() <= kMost) {
        return text;
    }
    // Not within a character: its further bytes are 10xxxxxx.
    std::size_t end = kMost - 3;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
        --end;
    }
    return text.substr(0, end) + "...";
}

bool costIsTime(const Decisions& decisions) {
    // Costs are seconds unless a port is tuned by another metric; then they have no unit here.
    return std::all_of(decisions.begin(), decisions.end(), [](const auto& decision) {
        return decision.cost == decision.seconds || !std::isfinite(decision.cost);
    });
}

std::vector<ReportColumn> decisionColumns(const Decisions& decisions, Moment moment) {
    const std::string unit = costIsTime(decisions) ? "s" : "";
    const bool onePort = std::all_of(decisions.begin(), decisions.end(), [&](const auto& decision) {
        return decision.port == decisions.front().port;
    });
    return {{"time", "time", moment == Moment::Clock ? "" : "ns"},
            {"port", "port", "", onePort ? Shown::ToPrograms : Shown::Always},
            {"request", "choice", ""},
            {"repeats", "repeats", ""},
            {"context", "context", "", Shown::ToPrograms},
            {"shortContext", "context", ""},
            {"candidate", "candidate", ""},
            {"reason", "reason", ""},
            {"expected", "expected", unit, Shown::WhenUsed},
            {"low", "low", unit, Shown::WhenUsed},
            {"high", "high", unit, Shown::WhenUsed},
            {"limit", "limit", unit, Shown::WhenUsed},
            {"status", "status", ""},
            {"cost", "cost", unit},
            {"seconds", "seconds", "s", unit.empty() ? Shown::Always : Shown::ToPrograms},
            {"quality", "quality", "", Shown::WhenUsed},
            {"fallback", "fallback", "", Shown::WhenUsed},
            {"text", "text", "", Shown::ToPrograms}};
}

}  // namespace

std::map<std::string, std::string> shortContexts(const std::vector<std::string>& keys) {
    std::map<std::string, std::string> texts;
    std::map<std::string, std::size_t> keysWith;
    for (const std::string& key : keys) {
        if (texts.emplace(key, "").second) {
            const std::vector<std::string> words = wordsOf(key);
            for (const std::string& word : std::set<std::string>(words.begin(), words.end())) {
                ++keysWith[word];
            }
        }
    }
    for (auto& [key, text] : texts) {
        for (const std::string& word : wordsOf(key)) {
            // Words that all contexts share do not distinguish them and are left out.
            if (keysWith[word] < texts.size()) {
                text += (text.empty() ? "" : " ") + word;
            }
        }
        if (text.empty()) {
            text = cut(key);
        }
    }
    return texts;
}

std::string contextMeant(const std::vector<std::string>& keys, const std::string& text) {
    const std::vector<std::string> wanted = wordsOf(text);
    std::set<std::string> meant;
    for (const std::string& key : keys) {
        // A whole key always means itself, even if its words are in others as well.
        if (key == text) {
            return key;
        }
        const std::vector<std::string> words = wordsOf(key);
        if (std::all_of(wanted.begin(), wanted.end(), [&](const std::string& word) {
                return std::find(words.begin(), words.end(), word) != words.end();
            })) {
            meant.insert(key);
        }
    }
    if (meant.size() > 1) {
        std::string list;
        for (const std::string& key : meant) {
            list += "\n  " + key;
        }
        throw std::invalid_argument("'" + text + "' fits " + std::to_string(meant.size()) +
                                    " contexts; say more of its words:" + list);
    }
    return meant.empty() ? text : *meant.begin();
}

ReportTable changeTable(const std::vector<ArchivedChange>& changes) {
    ReportTable table{"changes", "change", {}, {}, {}, 0};
    table.columns = {{"time", "time", "ns"},
                     {"action", "action", ""},
                     {"user", "user", ""},
                     {"provider", "provider", "", Shown::WhenUsed},
                     {"cause", "cause", ""},
                     {"implied", "implied", "", Shown::ToPrograms},
                     {"command", "command", "", Shown::ToPrograms}};
    for (const ArchivedChange& change : changes) {
        table.rows.push_back({change.timeNs, change.action, endOf(change.user, change.usesPort),
                              endOf(change.provider, change.providesPort), change.cause,
                              change.implied, change.command});
    }
    return table;
}

ReportTable decisionTable(const Decisions& decisions, Moment moment) {
    ReportTable table{"decisions", "decision", {}, {}, {}, 0};
    table.columns = decisionColumns(decisions, moment);
    std::vector<std::string> keys;
    for (const ArchivedDecision& decision : decisions) {
        keys.push_back(decision.context);
    }
    const std::map<std::string, std::string> contexts = shortContexts(keys);
    for (const ArchivedDecision& decision : decisions) {
        const auto known = std::find_if(
            decision.estimates.begin(), decision.estimates.end(),
            [&](const auto& estimate) { return estimate.candidate == decision.candidate; });
        // A cost of 0 stands for a candidate of which no call has finished.
        const bool finished = known != decision.estimates.end() && known->cost > 0;
        // Before that, the interval is that of a prediction.
        const bool isExpected = known != decision.estimates.end() && std::isfinite(known->high);
        const ReportValue time = moment == Moment::Clock
                                     ? ReportValue(base::clockText(decision.time))
                                     : ReportValue(decision.timeNs);
        table.rows.push_back({time, decision.port, decision.request, decision.repeats,
                              decision.context, contexts.at(decision.context), decision.candidate,
                              decision.reason, finished ? known->cost : kUnknown,
                              isExpected ? known->low : kUnknown,
                              isExpected ? known->high : kUnknown, finite(decision.limit),
                              decision.status, finite(decision.cost), finite(decision.seconds),
                              finite(decision.quality), decision.fallback, decision.text});
    }
    return table;
}

}  // namespace gantry::perf
