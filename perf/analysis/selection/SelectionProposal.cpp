#include <base/text/GlobPattern.hpp>
#include <perf/analysis/SelectionProposal.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

// MPI, and files in whatever way: these are few, take long, and are what others are looked at for.
bool callsOut(const TimerInfo& timer) {
    return timer.group == "MPI" || timer.type == "I/O";
}

// By timer: whether such a call was inside one of its calls.
std::vector<bool> timersThatCallOut(const Profile& profile) {
    std::vector<bool> timers(profile.timers.size());
    for (const ThreadProfile& thread : profile.threads) {
        std::vector<bool> inside(thread.nodes.size());
        // Parents come before what is below them.
        for (std::size_t i = thread.nodes.size(); i-- > 0;) {
            const CallPathNode& node = thread.nodes[i];
            const bool isOut = inside[i] || callsOut(profile.timers[node.timer]);
            if (isOut && node.calls > 0) {
                timers[node.timer] = true;
                if (node.parent >= 0) {
                    inside[static_cast<std::size_t>(node.parent)] = true;
                }
            }
        }
    }
    return timers;
}

// " 0x12af" behind the name of a function that has the name of another one in its file; the place
// where it begins.
std::size_t offsetIn(const TimerInfo& timer) {
    const std::size_t at = timer.group == "functions" ? timer.name.rfind(" 0x") : std::string::npos;
    return at != std::string::npos && at > 0 &&
                   timer.name.find_first_not_of("0123456789abcdef", at + 3) == std::string::npos
               ? at
               : std::string::npos;
}

// The offset is another one when the program is built again.
std::string ruleOf(const TimerInfo& timer) {
    const std::size_t offset = offsetIn(timer);
    if (offset == std::string::npos) {
        return patternOf(fullName(timer));
    }
    TimerInfo first = timer;
    first.name.resize(offset);
    return patternOf(first.name) + " 0x*" + (timer.type.empty() ? "" : ' ' + patternOf(timer.type));
}

bool isListed(const TimerInfo& timer, const SelectionLimits& limits) {
    const std::string name = fullName(timer);
    return limits.before.verdict(timer) == Selection::Verdict::Included ||
           std::any_of(limits.keep.begin(), limits.keep.end(), [&](const std::string& pattern) {
               return base::matchesPattern(pattern, name) ||
                      base::matchesPattern(pattern, timer.group);
           });
}

class Proposer final {
public:
    Proposer(const Profile& profile, const SelectionLimits& limits)
        : measured_(profile),
          profile_(compensatedWhereKnown(profile)),
          limits_(limits),
          callingOut_(timersThatCallOut(profile)) {}

    SelectionProposal propose() {
        proposal_.limits = limits_;
        proposal_.partial = profile_.partial;
        proposal_.selection = limits_.before;
        proposal_.knowsOverhead = measured_.probeOverhead.has_value();
        proposal_.measuredNs = static_cast<double>(outermostTotal(profile_));
        proposal_.calls = allCalls(profile_);
        proposal_.overheadNs = overheadOf(profile_, proposal_.calls, allUntimed(profile_))[0];
        std::vector<SelectedTimer> candidates;
        for (const TimerRecord& record : flat(profile_)) {
            // Functions of samples are timers without calls.
            if (record.calls > 0) {
                ++proposal_.timers;
                measuredNames_.emplace(fullName(record.info), record.info.id);
            }
            if (isCandidate(record)) {
                candidates.push_back(selected(record));
            }
        }
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const SelectedTimer& a, const SelectedTimer& b) {
                             return std::pair(a.overheadNs, a.calls) >
                                    std::pair(b.overheadNs, b.calls);
                         });
        keepAmbiguous(candidates);
        for (SelectedTimer& timer : candidates) {
            add(std::move(timer));
        }
        return std::move(proposal_);
    }

private:
    [[nodiscard]] static double average(const TimerRecord& record) {
        return record.calls == 0
                   ? 0
                   : static_cast<double>(record.inclusive[0]) / static_cast<double>(record.calls);
    }

    // Called often and short; whatever else keeps it.
    [[nodiscard]] bool isCandidate(const TimerRecord& record) const {
        return record.info.kind == TimerKind::Timer && record.calls > 0 && !callsOut(record.info) &&
               limits_.before.verdict(record.info) != Selection::Verdict::Excluded &&
               (record.info.throttled ||
                (record.calls > limits_.calls && average(record) < limits_.averageNs));
    }

    // What such a call takes is for the most part what was measured with it and is not known: the
    // hook of a compiler, and a function that was not inlined.
    [[nodiscard]] bool isDrowned(const TimerRecord& record) const {
        constexpr double kTimes = 2;
        return measured_.probeOverhead &&
               static_cast<double>(record.exclusive[0]) <
                   kTimes * measured_.probeOverhead->pair[0] * static_cast<double>(record.calls);
    }

    [[nodiscard]] SelectedTimer selected(const TimerRecord& record) const {
        SelectedTimer timer;
        timer.info = record.info;
        timer.calls = record.calls;
        timer.averageNs = average(record);
        timer.share = proposal_.measuredNs > 0
                          ? static_cast<double>(record.exclusive[0]) / proposal_.measuredNs
                          : 0;
        timer.overheadNs = overheadOf(profile_, record.calls, record.untimed)[0];
        timer.wasThrottled = record.info.throttled;
        if (isListed(record.info, limits_)) {
            timer.kept = Kept::Listed;
        } else if (callingOut_[record.info.id]) {
            timer.kept = Kept::CallsOut;
        } else if (!timer.wasThrottled && timer.share > limits_.share && !isDrowned(record)) {
            timer.kept = Kept::LargeShare;
        } else {
            timer.pattern = ruleOf(record.info);
        }
        return timer;
    }

    // Until no rule matches a timer that is measured: one that is kept may be one that another
    // rule would exclude.
    void keepAmbiguous(std::vector<SelectedTimer>& candidates) const {
        std::vector<bool> isOut(profile_.timers.size());
        for (const SelectedTimer& timer : candidates) {
            isOut[timer.info.id] = timer.kept == Kept::No;
        }
        for (bool again = true; std::exchange(again, false);) {
            for (SelectedTimer& timer : candidates) {
                if (timer.kept == Kept::No && matchesMeasured(timer.pattern, isOut)) {
                    timer.kept = Kept::Ambiguous;
                    timer.pattern.clear();
                    isOut[timer.info.id] = false;
                    again = true;
                }
            }
        }
    }

    [[nodiscard]] bool matchesMeasured(const std::string& pattern,
                                       const std::vector<bool>& isOut) const {
        const auto& names = measuredNames_;
        const bool isName = pattern.find_first_of("*?") == std::string::npos;
        const auto first = isName ? names.lower_bound(pattern) : names.begin();
        const auto end = isName ? names.upper_bound(pattern) : names.end();
        return std::any_of(first, end, [&](const auto& named) {
            const auto& [name, timer] = named;
            return !isOut[timer] && base::matchesPattern(pattern, name) &&
                   limits_.before.verdict(profile_.timers[timer]) != Selection::Verdict::Excluded;
        });
    }

    // In front of the rules there were, so that what they include stays included.
    void add(SelectedTimer timer) {
        if (timer.kept != Kept::No) {
            proposal_.kept.push_back(std::move(timer));
            return;
        }
        const SelectionRule rule{false, SelectionRule::Of::Timer, timer.pattern};
        auto& rules = proposal_.selection.rules;
        const auto end = rules.begin() + static_cast<std::ptrdiff_t>(proposal_.added);
        if (std::find(rules.begin(), end, rule) == end) {
            rules.insert(end, rule);
            ++proposal_.added;
        }
        proposal_.savedNs += timer.overheadNs;
        proposal_.savedErrorNs += static_cast<double>(timer.calls) * overheadError(measured_)[0];
        proposal_.excluded.push_back(std::move(timer));
    }

    const Profile& measured_;
    const Profile profile_;
    const SelectionLimits& limits_;
    const std::vector<bool> callingOut_;
    std::multimap<std::string, std::uint32_t> measuredNames_;
    SelectionProposal proposal_;
};

}  // namespace

std::string_view keptName(Kept kept) {
    switch (kept) {
        case Kept::Listed:
            return "listed";
        case Kept::CallsOut:
            return "calls out";
        case Kept::LargeShare:
            return "large share";
        case Kept::Ambiguous:
            return "ambiguous";
        case Kept::No:
            break;
    }
    return "";
}

// A pattern ends with its line, without the blanks at both ends of it.
std::string patternOf(std::string_view text) {
    std::string pattern(text);
    std::replace_if(
        pattern.begin(), pattern.end(),
        [](char byte) { return byte == '*' || byte == '\n' || byte == '\r'; }, '?');
    const auto isBlank = [](char byte) { return byte == ' ' || byte == '\t'; };
    if (!pattern.empty() && isBlank(pattern.front())) {
        pattern.front() = '?';
    }
    if (!pattern.empty() && isBlank(pattern.back())) {
        pattern.back() = '?';
    }
    return pattern;
}

SelectionProposal proposeSelection(const Profile& profile, const SelectionLimits& limits) {
    if (profile.metrics.empty() || profile.metrics.front().unit != "ns") {
        throw std::invalid_argument(
            "the first metric of the run is not a time, so that short calls are not known; measure "
            "the run by wall, or by wall before other metrics");
    }
    return Proposer(profile, limits).propose();
}

}  // namespace gantry::perf
