#include <perf/engine/Engine.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "ScriptedEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

constexpr std::size_t kTimers = 6;
constexpr std::size_t kMaxDepth = 40;

// The rules of the engine in their simplest form: time is handed out as it passes.
class Reference final {
public:
    struct Figures {
        std::uint64_t calls = 0;
        std::uint64_t childCalls = 0;
        std::int64_t inclusive = 0;
        std::int64_t exclusive = 0;
    };

    void pass(std::int64_t time) {
        if (!open_.empty()) {
            figures[open_.back()].exclusive += time;
        }
        for (const std::size_t timer : std::set<std::size_t>(open_.begin(), open_.end())) {
            figures[timer].inclusive += time;
        }
    }

    void start(std::size_t timer) {
        if (!enabled) {
            return;
        }
        ++figures[timer].calls;
        if (!open_.empty()) {
            ++figures[open_.back()].childCalls;
        }
        open_.push_back(timer);
    }

    void stop(std::size_t timer) {
        if (std::find(open_.begin(), open_.end(), timer) == open_.end()) {
            if (late_[timer] > 0) {
                --late_[timer];
            } else if (!everDisabled_) {
                ++stopsWithoutStart;
            }
            return;
        }
        for (; open_.back() != timer; open_.pop_back()) {
            ++overlaps;
            ++late_[open_.back()];
        }
        open_.pop_back();
    }

    void setEnabled(bool on) {
        enabled = on;
        everDisabled_ = everDisabled_ || !on;
    }

    std::size_t depth() const { return open_.size(); }

    std::map<std::size_t, Figures> figures;
    std::uint64_t overlaps = 0;
    std::uint64_t stopsWithoutStart = 0;
    bool enabled = true;

private:
    std::vector<std::size_t> open_;
    std::map<std::size_t, int> late_;
    bool everDisabled_ = false;
};

std::uint64_t countOf(const Profile& profile, MisuseKind kind) {
    std::uint64_t sum = 0;
    for (const Misuse& misuse : profile.misuse) {
        sum += misuse.kind == kind ? misuse.count : 0;
    }
    return sum;
}

bool agrees(const Profile& profile, const Reference& reference) {
    std::size_t started = 0;
    for (const auto& [timer, figures] : reference.figures) {
        started += figures.calls > 0 ? 1 : 0;
    }
    const std::vector<TimerRecord> records = flat(profile);
    bool same = records.size() == started;
    for (const TimerRecord& record : records) {
        const auto found = reference.figures.find(record.info.id);
        same = same && found != reference.figures.end() && record.calls == found->second.calls &&
               record.childCalls == found->second.childCalls &&
               record.inclusive[0] == found->second.inclusive &&
               record.exclusive[0] == found->second.exclusive;
    }
    return same && countOf(profile, MisuseKind::Overlap) == reference.overlaps &&
           countOf(profile, MisuseKind::StopWithoutStart) == reference.stopsWithoutStart;
}

// One random step on both; returns what it was.
std::string step(std::mt19937& random, ScriptedEngine& s, const std::vector<TimerId>& timers,
                 Reference& reference) {
    const std::size_t timer = random() % kTimers;
    const auto choice = random() % 100;
    if (choice < 45 && reference.depth() < kMaxDepth) {
        s.engine.start(timers[timer]);
        reference.start(timer);
        return "start " + std::to_string(timer);
    }
    if (choice < 90) {
        s.engine.stop(timers[timer]);
        reference.stop(timer);
        return "stop " + std::to_string(timer);
    }
    if (choice < 91) {
        s.engine.setAllGroupsEnabled(!reference.enabled);
        reference.setEnabled(!reference.enabled);
        return "switch";
    }
    const auto time = static_cast<std::int64_t>(random() % 10);
    s.clock->advance(static_cast<std::uint64_t>(time));
    reference.pass(time);
    return "pass " + std::to_string(time);
}

}  // namespace

TEST_SUITE_BEGIN("perf/engine/RandomUse");

TEST_CASE("any sequence of calls gives the figures of a simple reference") {
    const std::uint32_t seed = std::random_device{}();
    INFO("seed ", seed);
    std::mt19937 random(seed);

    for (int sequence = 0; sequence < 200; ++sequence) {
        ScriptedEngine s;
        std::vector<TimerId> timers;
        for (std::size_t i = 0; i < kTimers; ++i) {
            timers.push_back(s.engine.registerTimer("timer " + std::to_string(i)));
        }
        Reference reference;
        std::string history;
        for (int i = 0; i < 300; ++i) {
            history += step(random, s, timers, reference) + "; ";
            if (i % 10 == 0 && !agrees(s.engine.snapshot(), reference)) {
                FAIL("sequence " << sequence << " differs after: " << history);
            }
        }
        REQUIRE(agrees(s.engine.snapshot(), reference));
    }
}

TEST_SUITE_END();
