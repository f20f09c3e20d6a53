#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "Method.hpp"
#include "Rows.hpp"

namespace gantry::bench {

namespace {

/// A multiplexer with a backend of each class at its ports backend1, backend2, ...
Backend multiplexed(Assembly& assembly, const std::vector<std::string>& classes) {
    Backend front(assembly.framework(), "performance.Multiplexer", "");
    int port = 0;
    for (const std::string& name : classes) {
        const Backend behind(assembly.framework(), name, "");
        assembly.framework().connect({front.instance, "backend" + std::to_string(++port),
                                      behind.instance, "MeasurementPort"});
    }
    return front;
}

/// The only timer of the multiplexer. A backend offers its engine to gantry.h at the first call,
/// which is made here: the rows of gantry.h come later, and the last offer counts.
std::shared_ptr<performance::Timer> calledTimer(const Backend& front, const std::string& name) {
    std::shared_ptr<performance::Timer> timer = front.timers(1, name).front();
    startStop(*timer, 1);
    return timer;
}

/// A thread that measures at full rate inside open timers, and the longest pair it has seen.
class BusyThread final {
public:
    explicit BusyThread(const Backend& backend)
        : open_(backend.timers(4, "open")), timer_(backend.timers(1, "busy").front()) {}

    /// Waits for two whole pairs, forgets what was before.
    void begin() {
        awaitPairs();
        longest_.store(0, std::memory_order_relaxed);
    }
    /// Nanoseconds.
    std::int64_t longestSince() {
        awaitPairs();
        return longest_.load(std::memory_order_relaxed);
    }

private:
    void awaitPairs() const {
        const std::uint64_t before = pairs_.load(std::memory_order_relaxed);
        while (pairs_.load(std::memory_order_relaxed) < before + 2) {
            std::this_thread::yield();
        }
    }
    void measure(const std::stop_token& stop) {
        for (const auto& timer : open_) {
            timer->start();
        }
        while (!stop.stop_requested()) {
            const auto begin = std::chrono::steady_clock::now();
            timer_->start();
            timer_->stop();
            const std::int64_t took = (std::chrono::steady_clock::now() - begin).count();
            if (took > longest_.load(std::memory_order_relaxed)) {
                longest_.store(took, std::memory_order_relaxed);
            }
            pairs_.fetch_add(1, std::memory_order_relaxed);
        }
        for (std::size_t i = open_.size(); i-- > 0;) {
            open_[i]->stop();
        }
    }

    Timers open_;
    std::shared_ptr<performance::Timer> timer_;
    std::atomic<std::int64_t> longest_{0};
    std::atomic<std::uint64_t> pairs_{0};
    std::jthread thread_{[this](const std::stop_token& stop) { measure(stop); }};
};

Figure microseconds(const std::string& name, std::vector<std::int64_t>& nanoseconds, double share,
                    double most) {
    const auto at =
        static_cast<std::ptrdiff_t>(share * static_cast<double>(nanoseconds.size() - 1));
    std::nth_element(nanoseconds.begin(), nanoseconds.begin() + at, nanoseconds.end());
    return {name, static_cast<double>(*(nanoseconds.begin() + at)) / 1000, "us", most};
}

}  // namespace

Case scopeWithoutTool(Assembly& assembly) {
    const std::string front = multiplexed(assembly, {}).instance;
    return {"multiplexer: scope, no tool", kTwoCalls,
            [method = std::make_shared<Method>(assembly, "toollessUser", front)](
                std::size_t rounds) { scope(method->timer, rounds); },
            1, nanosecondsAtMost(1)};
}

Case pairOneTool(Assembly& assembly) {
    const Backend front = multiplexed(assembly, {"performance.Native"});
    return {"multiplexer: native", kTwoReads,
            [timer = calledTimer(front, "one")](std::size_t rounds) { startStop(*timer, rounds); }};
}

Case pairTwoTools(Assembly& assembly) {
    const Backend front = multiplexed(assembly, {"performance.Native", "performance.Null"});
    return {"multiplexer: native and null", kTwoReads,
            [timer = calledTimer(front, "two")](std::size_t rounds) { startStop(*timer, rounds); }};
}

// Two native backends take over from each other; a pause is the longest pair around an exchange.
std::vector<Figure> exchangePauses(const Effort& effort) {
    Assembly assembly;
    const Backend front = multiplexed(assembly, {"performance.Native", "performance.Native"});
    const auto parameters = castPort<gov::cca::ports::ParameterPort>(
        assembly.framework().providedPort(front.instance, "configuration"), "configuration");
    const auto active = parameters->readConfigurationMap()->cloneEmpty();
    std::vector<std::int64_t> undisturbed;
    std::vector<std::int64_t> pauses;
    BusyThread busy(front);
    for (std::size_t i = 0; i < effort.of(2000, 20); ++i) {
        busy.begin();
        undisturbed.push_back(busy.longestSince());
        active->putString("active", i % 2 == 0 ? "backend1" : "backend2");
        busy.begin();
        parameters->writeConfigurationMap(active);
        pauses.push_back(busy.longestSince());
    }
    return {microseconds("multiplexer: no swap, p50", undisturbed, 0.5, Figure::kNoGoal),
            microseconds("multiplexer: no swap, p99", undisturbed, 0.99, Figure::kNoGoal),
            microseconds("multiplexer: swap, p50", pauses, 0.5, Figure::kNoGoal),
            microseconds("multiplexer: swap, p99", pauses, 0.99, 100)};
}

}  // namespace gantry::bench
