#include <perf/engine/Engine.hpp>
#include <perf/engine/EngineError.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "Children.hpp"
#include "ScriptedEngine.hpp"
#include "UseReference.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::size_t kTimers = 8;
constexpr std::size_t kGroups = 3;
constexpr std::size_t kEvents = 4;
constexpr std::size_t kMaxDepth = 40;
constexpr std::uint32_t kUnknown = 900'000;

// An engine and its reference, which are given the same.
class Twins final {
public:
    explicit Twins(std::uint32_t seed) : random_(seed) { registerTimers(kTimers / 2); }

    /// Some random calls; false where the two differ after them, or in what they returned.
    bool sequence() {
        history.clear();
        const std::size_t steps = 10 + pick(60);
        for (std::size_t i = 0; i < steps; ++i) {
            if (!step(true)) {
                return false;
            }
        }
        return agree();
    }

    std::string history;

private:
    using Misuses = std::map<UseReference::MisuseKey, std::uint64_t>;

    std::size_t pick(std::size_t below) { return random_() % below; }
    std::string group(std::size_t i) { return "group " + std::to_string(i); }
    std::string name(std::size_t i) { return "timer-" + std::to_string(i); }

    void note(const std::string& what) { history += what + "; "; }

    bool registerTimers(std::size_t number) {
        bool same = true;
        for (std::size_t i = 0; i < number; ++i) {
            const TimerId id = s_.engine.registerTimer(name(i), {}, group(i % kGroups));
            reference_.addTimer(name(i), group(i % kGroups));
            same = same && (i >= timers_.size() || timers_[i] == id);
            if (i >= timers_.size()) {
                timers_.push_back(id);
            }
        }
        return same;
    }

    bool step(bool mayFork) {
        const std::size_t choice = pick(1000);
        if (choice < 330) {
            return startOne();
        }
        if (choice < 730) {
            return stopOne();
        }
        if (choice < 800) {
            const auto time = static_cast<std::int64_t>(pick(10));
            note("pass " + std::to_string(time));
            s_.clock->advance(static_cast<std::uint64_t>(time));
            reference_.pass(time);
            return true;
        }
        if (choice < 860) {
            return triggerOne();
        }
        if (choice < 910) {
            return parameter();
        }
        if (choice < 960) {
            return control(choice % 5);
        }
        if (choice < 980) {
            return refused();
        }
        if (choice < 995) {
            note("snapshot");
            return agree();
        }
        return !mayFork || onThread();
    }

    // One of those registered, rarely a number that was never given out.
    std::pair<TimerId, std::string> someTimer() {
        if (pick(100) == 0) {
            return {TimerId{kUnknown}, "timer #" + std::to_string(kUnknown)};
        }
        const std::size_t i = pick(timers_.size());
        return {timers_[i], name(i)};
    }

    bool startOne() {
        if (reference_.depth() >= kMaxDepth) {
            return true;
        }
        const auto [id, timer] = someTimer();
        note("start " + timer);
        s_.engine.start(id);
        reference_.start(timer);
        return true;
    }

    bool stopOne() {
        const auto [id, timer] = someTimer();
        note("stop " + timer);
        s_.engine.stop(id);
        reference_.stop(timer);
        return true;
    }

    bool parameter() {
        if (reference_.depth() >= kMaxDepth) {
            return true;
        }
        const auto [id, timer] = someTimer();
        const auto value = static_cast<std::int64_t>(pick(3)) - 1;
        note("parameter " + timer + " " + std::to_string(value));
        s_.engine.setParameter(id, "n", value);
        reference_.setParameter(timer, value);
        return true;
    }

    bool triggerOne() {
        const std::size_t i = pick(kEvents + 1);
        if (i == kEvents) {
            note("trigger unknown");
            s_.engine.trigger(EventId{kUnknown}, 1);
            reference_.misuse(MisuseKind::UnknownId, "event #" + std::to_string(kUnknown));
            return true;
        }
        const bool keepsPath = i % 2 == 1;
        const std::string event = "event-" + std::to_string(i);
        const EventId id =
            keepsPath ? s_.engine.registerContextEvent(event) : s_.engine.registerEvent(event);
        bool& on = eventOn_.try_emplace(event, true).first->second;
        bool same = true;
        if (pick(10) == 0) {
            same = s_.engine.setEventEnabled(id, !on) == on;
            on = !on;
        }
        const bool finite = pick(20) != 0;
        const double value = finite ? static_cast<double>(pick(1000)) - 500.0
                                    : std::numeric_limits<double>::quiet_NaN();
        note("trigger " + event + " " + std::to_string(value));
        s_.engine.trigger(id, value);
        if (on && finite) {
            reference_.trigger(event, value, keepsPath);
        } else if (on) {
            reference_.misuse(MisuseKind::NotFinite, event);
        }
        return same;
    }

    bool control(std::size_t what) {
        const bool on = pick(3) != 0;
        const std::string which = group(pick(kGroups));
        note("control " + std::to_string(what) + " " + which + (on ? " on" : " off"));
        switch (what) {
            case 0: {
                const GroupId id = s_.engine.group(which);
                reference_.addGroup(which);
                const bool before = reference_.groups.at(which);
                reference_.setGroup(which, on);
                return s_.engine.setGroupEnabled(id, on) == before &&
                       s_.engine.groupEnabled(id) == on && s_.engine.groupName(id) == which;
            }
            case 1:
                s_.engine.setAllGroupsEnabled(on);
                reference_.setAllGroups(on);
                return true;
            case 2:
                return select(on);
            case 3: {
                const std::size_t i = pick(timers_.size());
                return s_.engine.setThrottled(timers_[i], !on) ==
                       reference_.setThrottled(name(i), !on);
            }
            default:
                return registerTimers(1 + pick(kTimers)) && switchByPattern(which, on);
        }
    }

    bool switchByPattern(const std::string& pattern, bool on) {
        const auto before = s_.engine.setGroupsEnabled(pattern, on);
        const auto known = reference_.groups.find(pattern);
        if (known == reference_.groups.end()) {
            return before.empty();
        }
        const bool was = known->second;
        reference_.setGroup(pattern, on);
        return before.size() == 1 && before[0].second == was;
    }

    bool select(bool all) {
        Selection wanted;
        for (std::size_t i = all ? 3 : pick(3); i < 3; ++i) {
            const bool ofTimer = pick(2) == 0;
            const std::string pattern = ofTimer ? name(pick(kTimers)) : group(pick(kGroups));
            wanted.rules.push_back({pick(3) == 0,
                                    ofTimer ? SelectionRule::Of::Timer : SelectionRule::Of::Group,
                                    pick(6) == 0 ? "*" : pattern});
        }
        const Selection before = reference_.selection;
        reference_.select(wanted);
        return s_.engine.select(wanted) == before;
    }

    // Wrong set-up changes nothing.
    bool refused() {
        note("refused");
        int errors = 0;
        const auto attempt = [&errors](auto call) {
            try {
                call();
            } catch (const EngineError&) {
                ++errors;
            }
        };
        attempt([this] { s_.engine.registerTimer("p", {}, {}, TimerKind::Parameter); });
        attempt([this] { s_.engine.setGroupEnabled(GroupId{kUnknown}, true); });
        attempt([this] { s_.engine.setThrottled(TimerId{kUnknown}, true); });
        attempt([this] { s_.engine.setEventEnabled(EventId{kUnknown}, true); });
        attempt([this] { (void)s_.engine.timerInfo(TimerId{kUnknown}); });
        return errors == 5;
    }

    bool onThread() {
        note("thread {");
        reference_.beginThread();
        bool same = true;
        std::thread([&] {
            for (std::size_t i = 1 + pick(30); i > 0 && same; --i) {
                same = step(false);
            }
        }).join();
        reference_.endThread();
        note("}");
        return same;
    }

    bool agree() const {
        const Profile profile = s_.engine.snapshot();
        std::map<std::string, UseReference::Figures> figures;
        for (const TimerRecord& record : flat(profile)) {
            figures[fullName(record.info)] = {record.calls, record.childCalls, record.inclusive[0],
                                              record.exclusive[0]};
        }
        return figures == reference_.figures && eachAgrees() && misuseAgrees(profile) &&
               sameEvents(profile);
    }

    // Each timer read by itself.
    bool eachAgrees() const {
        bool same = true;
        for (const auto& [timer, figures] : reference_.figures) {
            const TimerValues values = s_.engine.valuesOf(timer);
            same =
                same && UseReference::Figures{values.calls, values.childCalls, values.inclusive[0],
                                              values.exclusive[0]} == figures;
        }
        return same;
    }

    bool misuseAgrees(const Profile& profile) const {
        Misuses misuses;
        for (const Misuse& misuse : profile.misuse) {
            misuses[{misuse.kind, misuse.name, misuse.other}] += misuse.count;
        }
        return misuses == reference_.misuses;
    }

    bool sameEvents(const Profile& profile) const {
        bool same = profile.events.size() == reference_.events.size();
        for (const EventStats& event : profile.events) {
            const auto found = reference_.events.find({event.name, event.path});
            same = same && found != reference_.events.end() && found->second.count == event.count &&
                   std::fabs(found->second.sum - event.sum()) < 1e-6;
        }
        return same;
    }

    std::mt19937 random_;
    ScriptedEngine s_;
    UseReference reference_;
    std::vector<TimerId> timers_;
    std::map<std::string, bool> eventOn_;
};

}  // namespace

TEST_SUITE_BEGIN("perf.engine.RandomUse");

TEST_CASE("any sequence of calls gives the figures of a simple reference") {
    const int sequences = wantedTimes("GANTRY_SEQUENCES", 3000);
    const char* const given = std::getenv("GANTRY_SEED");
    const auto seed = given != nullptr
                          ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10))
                          : std::random_device{}();
    INFO("repeat with GANTRY_SEED=", seed);
    // Sequences follow each other on one engine as long as that is quick.
    constexpr int kOnOne = 25;

    for (int first = 0; first < sequences; first += kOnOne) {
        Twins twins(seed + static_cast<std::uint32_t>(first));
        for (int i = first; i < first + kOnOne; ++i) {
            if (!twins.sequence()) {
                FAIL("sequence " << i << " differs after: " << twins.history);
            }
        }
    }
    if (std::getenv("GANTRY_SEQUENCES") != nullptr) {
        MESSAGE(sequences, " sequences from seed ", seed);
    }
}

TEST_SUITE_END();
