#pragma once

#include <perf/model/Misuse.hpp>
#include <perf/model/Selection.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace gantry::perf::samples {

/// The rules of the engine in their simplest form, by names: time is handed out as it passes.
class UseReference final {
public:
    struct Figures {
        std::uint64_t calls = 0;
        std::uint64_t childCalls = 0;
        std::int64_t inclusive = 0;
        std::int64_t exclusive = 0;

        friend bool operator==(const Figures&, const Figures&) = default;
    };
    struct Values {
        std::uint64_t count = 0;
        double sum = 0;
    };
    using MisuseKey = std::tuple<MisuseKind, std::string, std::string>;

    void addGroup(const std::string& name) { groups.emplace(name, newGroups); }

    void addTimer(const std::string& name, const std::string& group) {
        addGroup(group);
        if (timers_.emplace(name, Timer{group, false, false}).second) {
            noteSwitches();
        }
    }

    bool enabled(const std::string& name) const {
        const Timer& timer = timers_.at(name);
        return groups.at(timer.group) && !timer.throttled && includes(name, timer.group);
    }

    void pass(std::int64_t time) {
        for (const Thread& thread : threads_) {
            std::set<std::string> once;
            for (const Call& call : thread.open) {
                once.insert(call.name);
            }
            for (const std::string& name : once) {
                figures[name].inclusive += time;
            }
            if (!thread.open.empty()) {
                forInnermost(thread, [time](Figures& one) { one.exclusive += time; });
            }
        }
    }

    void start(const std::string& name) {
        if (!timers_.contains(name)) {
            misuse(MisuseKind::UnknownId, name);
        } else if (enabled(name)) {
            if (!thread().open.empty()) {
                forInnermost(thread(), [](Figures& one) { ++one.childCalls; });
            }
            begin({name, {}});
        }
    }

    void stop(const std::string& name) {
        std::vector<Call>& open = thread().open;
        const auto isIt = [&name](const Call& call) { return call.name == name; };
        if (std::none_of(open.begin(), open.end(), isIt)) {
            stopLate(name);
            return;
        }
        for (; open.back().name != name; open.pop_back()) {
            if (open.back().base.empty()) {
                misuse(MisuseKind::Overlap, name, open.back().name);
                ++thread().late[open.back().name];
            }
        }
        open.pop_back();
    }

    void setParameter(const std::string& name, std::int64_t value) {
        if (!timers_.contains(name)) {
            misuse(MisuseKind::UnknownId, name);
            return;
        }
        const std::vector<Call>& open = thread().open;
        auto innermost = open.rbegin();
        while (innermost != open.rend() && innermost->base == name) {
            ++innermost;
        }
        if (innermost != open.rend() && innermost->name == name) {
            begin({name + " [ n = " + std::to_string(value) + " ]", name});
        } else if (!timers_.at(name).everOff) {
            misuse(MisuseKind::ParameterOutside, name);
        }
    }

    void trigger(const std::string& event, double value, bool keepsPath) {
        const auto take = [value](Values& values) {
            ++values.count;
            values.sum += value;
        };
        take(events[{event, {}}]);
        if (keepsPath && !thread().open.empty()) {
            std::string path;
            for (const Call& call : thread().open) {
                if (call.base.empty()) {
                    path += (path.empty() ? "" : " => ") + call.name;
                }
            }
            take(events[{event, path}]);
        }
    }

    void misuse(MisuseKind kind, const std::string& name, const std::string& other = {}) {
        ++misuses[{kind, name, other}];
    }

    void setGroup(const std::string& name, bool on) {
        groups.at(name) = on;
        noteSwitches();
    }

    void setAllGroups(bool on) {
        newGroups = on;
        for (auto& [name, state] : groups) {
            state = on;
        }
        noteSwitches();
    }

    void select(Selection wanted) {
        selection = std::move(wanted);
        noteSwitches();
    }

    bool setThrottled(const std::string& name, bool on) {
        const bool before = std::exchange(timers_.at(name).throttled, on);
        noteSwitches();
        return before;
    }

    void beginThread() { threads_.emplace_back(); }
    void endThread() {
        for (const Call& call : thread().open) {
            if (call.base.empty()) {
                misuse(MisuseKind::LeftOpen, call.name);
            }
        }
        threads_.pop_back();
    }

    std::size_t depth() const { return threads_.back().open.size(); }

    std::map<std::string, Figures> figures;  // of what was started
    std::map<std::pair<std::string, std::string>, Values> events;
    std::map<MisuseKey, std::uint64_t> misuses;
    std::map<std::string, bool> groups;
    Selection selection;
    bool newGroups = true;

private:
    struct Timer {
        std::string group;
        bool throttled;
        bool everOff;
    };
    struct Call {
        std::string name;
        std::string base;  // of a parameter
    };
    struct Thread {
        std::vector<Call> open;
        std::map<std::string, int> late;
    };

    Thread& thread() { return threads_.back(); }

    bool includes(const std::string& name, const std::string& group) const {
        bool included = true;
        for (const SelectionRule& rule : selection.rules) {
            const bool ofTimer = rule.of == SelectionRule::Of::Timer;
            if (rule.pattern == "*" || rule.pattern == (ofTimer ? name : group)) {
                included = rule.include;
            }
        }
        return included;
    }

    void noteSwitches() {
        for (auto& [name, timer] : timers_) {
            timer.everOff = timer.everOff || !enabled(name);
        }
    }

    void begin(Call call) {
        ++figures[call.name].calls;
        thread().open.push_back(std::move(call));
    }

    // What happens inside a parameter happens inside its timer, too.
    template <class Change>
    void forInnermost(const Thread& thread, Change change) {
        const Call& innermost = thread.open.back();
        change(figures[innermost.name]);
        if (!innermost.base.empty()) {
            change(figures[innermost.base]);
        }
    }

    void stopLate(const std::string& name) {
        if (int& late = thread().late[name]; late > 0) {
            --late;
        } else if (!timers_.contains(name)) {
            misuse(MisuseKind::UnknownId, name);
        } else if (!timers_.at(name).everOff) {
            misuse(MisuseKind::StopWithoutStart, name);
        }
    }

    std::map<std::string, Timer> timers_;
    std::vector<Thread> threads_{1};
};

}  // namespace gantry::perf::samples
