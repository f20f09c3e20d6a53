#include "ProcessEngine.hpp"

#include <perf/segment/TraceCopy.hpp>

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <unistd.h>

#include "ProcessFacts.hpp"
#include "Settings.hpp"
#include "ThrottleThread.hpp"

namespace gantry::capi {

namespace {

enum class State { Unknown, Off, On, Ended };

// Not an object, so that nothing destroys it at the end of the process.
alignas(perf::Engine) constinit std::byte storage[sizeof(perf::Engine)]{};
constinit std::atomic<State> state{State::Unknown};
constinit std::atomic<bool> threadsToo{false};
// Of who makes the engine; the thread that follows it may look for the engine only afterwards.
constinit perf::ThrottleRule* throttleRule = nullptr;
constinit std::mutex startMutex;
constinit thread_local bool isStarting = false;

void addFacts(perf::Engine& engine, const Facts& facts) {
    for (const auto& [key, value] : facts) {
        engine.addFact(key, value);
    }
}

void addSettings(perf::Engine& engine, const Settings& settings) {
    Facts facts;
    if (!settings.traceFolder.empty()) {
        // Before the session, by which others know that they may read all they need.
        facts.emplace_back(perf::kTraceFolder, settings.traceFolder);
    }
    if (!settings.session.empty()) {
        facts.emplace_back("session", settings.session);
    }
    for (const perf::MetricRefusal& refusal : settings.refused) {
        facts.emplace_back(perf::kRefusedMetric, refusal.name + ": " + refusal.reason);
    }
    std::string problem = settings.problem;
    if (const std::string& note = engine.segment().note(); !note.empty()) {
        problem += (problem.empty() ? "" : "; ") + note;
    }
    if (!problem.empty()) {
        facts.emplace_back("problem", problem);
    }
    addFacts(engine, facts);
}

// The facts come in this order so that a reader who sees the session sees all before it.
State start() noexcept {
    if (!isMeasuringAsked()) {
        return State::Off;
    }
    try {
        Settings settings = readSettings();
        auto* const engine = new (storage) perf::Engine(settings.engine);
        if (settings.keepSegment) {
            engine->keepSegment();
        }
        threadsToo.store(settings.threads, std::memory_order_relaxed);
        engine->select(std::move(settings.selection));
        addSettings(*engine, settings);
        addFacts(*engine, startFacts());
        if (!settings.throttle.empty()) {
            throttleRule = new perf::ThrottleRule(std::move(settings.throttle));
        }
        return State::On;
    } catch (const std::exception&) {
        // There is nobody to tell; the program runs on unmeasured.
        return State::Off;
    }
}

void startThrottlingAsAsked() noexcept {
    if (throttleRule == nullptr) {
        return;
    }
    if (!startThrottling(engineInUse(), *throttleRule)) {
        try {
            engineInUse().addFact("problem",
                                  "no timer is switched off: the thread for it cannot be created");
        } catch (const std::exception&) {
            // No room for it: the measurement overhead is in the profile all the same.
        }
    }
    delete throttleRule;
    throttleRule = nullptr;
}

// waits: false for callers that must not wait for the thread which makes the engine, as it may
// wait for them.
State startOnce(bool waits) noexcept {
    // Shared objects that are loaded while the engine is made may come here again.
    if (isStarting) {
        return State::Unknown;
    }
    std::unique_lock lock(startMutex, std::defer_lock);
    if (waits) {
        lock.lock();
    } else if (!lock.try_lock()) {
        return State::Unknown;
    }
    if (state.load(std::memory_order_relaxed) == State::Unknown) {
        isStarting = true;
        state.store(start(), std::memory_order_release);
        startThrottlingAsAsked();
        isStarting = false;
    }
    return state.load(std::memory_order_relaxed);
}

}  // namespace

perf::Engine& engineInUse() noexcept {
    return *std::launder(reinterpret_cast<perf::Engine*>(storage));
}

perf::Engine* processEngine(bool waits) noexcept {
    State now = state.load(std::memory_order_acquire);
    if (now == State::Unknown) {
        now = startOnce(waits);
    }
    return now == State::On ? &engineInUse() : nullptr;
}

bool timesThreads() noexcept {
    // Somebody may hold the engine's making up until the thread that is asked for has run.
    return processEngine(false) != nullptr && threadsToo.load(std::memory_order_relaxed);
}

// Once, by the one that comes first: the destructor of the library or the end of main.
void endProcess() noexcept {
    State on = State::On;
    if (!state.compare_exchange_strong(on, State::Ended)) {
        return;
    }
    perf::Engine& engine = engineInUse();
    // A forked process that has not measured still has its parent's segment.
    if (engine.segment().header().pid != ::getpid()) {
        return;
    }
    try {
        addFacts(engine, endFacts());
    } catch (const std::exception&) {
        // No room for them: the run is over all the same.
    }
    engine.endSegment();
}

}  // namespace gantry::capi
