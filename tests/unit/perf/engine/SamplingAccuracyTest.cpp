#include <perf/model/Overhead.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "SampledEngine.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

enum class Kind { Steady, Drifting, Bimodal, Loop, Stages };

std::string nameOf(Kind kind) {
    switch (kind) {
        case Kind::Steady:
            return "steady";
        case Kind::Drifting:
            return "drifting";
        case Kind::Bimodal:
            return "bimodal";
        case Kind::Loop:
            return "loop";
        case Kind::Stages:
            return "stages";
    }
    return "";
}

// How long the calls of one timer take, one after the other.
class Workload final {
public:
    // The usual call takes between `least` and that and `range` more.
    Workload(Kind kind, std::mt19937& random, double least = 20, std::uint32_t range = 200)
        : kind_(kind),
          random_(random),
          calls(4000 + static_cast<int>(random() % 6000)),
          base_(least + static_cast<double>(random() % range)),
          slow_(2 + static_cast<double>(random() % 15)),
          part_(0.03 + static_cast<double>(random() % 40) / 100),
          // Periods that agree with the sizes of blocks, and others.
          period_(random() % 2 == 0 ? 1UL << (2 + random() % 6) : 3 + random() % 200) {}

    std::uint64_t call(int number) {
        const double noise = 0.8 + 0.4 * part();
        return static_cast<std::uint64_t>(std::max(1.0, base_ * noise * factor(number)));
    }

private:
    // Between 0 and 1.
    double part() { return static_cast<double>(random_()) * 0x1p-32; }

    double factor(int number) {
        const double at = static_cast<double>(number) / calls;
        switch (kind_) {
            case Kind::Steady:
                return 1;
            case Kind::Drifting:
                return 1 + (slow_ - 1) * at;
            case Kind::Bimodal:
                return part() < part_ ? slow_ : 1;
            case Kind::Loop:
                return static_cast<std::uint64_t>(number) % period_ == 0 ? slow_ : 1;
            case Kind::Stages:
                return static_cast<int>(at * 6) % 2 == 0 ? 1 : slow_;
        }
        return 1;
    }

    Kind kind_;
    std::mt19937& random_;

public:
    const int calls;

private:
    double base_;
    double slow_;
    double part_;
    std::uint64_t period_;
};

// A clock that itself takes time: what a timed call shows of it depends on the place of the call,
// and differs from call to call. In eighths of a nanosecond.
class CostlyClock final : public MetricSource {
public:
    static constexpr std::uint64_t kPerNs = 8;
    static constexpr double kInsideNs = 8;
    static constexpr double kErrorNs = 3;

    explicit CostlyClock(std::uint32_t seed) : random_(seed) {}

    void advance(std::uint64_t ticks) { now_ += ticks; }
    // Another place of the program.
    void moveOn() {
        constexpr auto kMost = static_cast<std::uint32_t>(2 * kErrorNs * kPerNs);
        cost_ = static_cast<std::uint64_t>((kInsideNs - kErrorNs) * kPerNs) + random_() % kMost;
    }

    const Metric& metric() const noexcept override { return metric_; }
    std::uint64_t read() noexcept override {
        const std::uint64_t shown = now_;
        now_ += cost_ - kJitter + random_() % (2 * kJitter + 1);
        return shown;
    }
    bool readFor(pid_t /*thread*/, std::uint64_t& ticks) noexcept override {
        ticks = now_;
        return true;
    }
    std::uint64_t unitsPerTick() const noexcept override { return kTicksAreUnits / kPerNs; }
    bool processWide() const noexcept override { return true; }
    bool isTimeStampCounter() const noexcept override { return false; }

private:
    static constexpr std::uint64_t kJitter = 2 * kPerNs;

    Metric metric_{"wall", "ns", "scripted"};
    std::mt19937 random_;
    std::uint64_t now_ = 0;
    std::uint64_t cost_ = static_cast<std::uint64_t>(kInsideNs) * kPerNs;
};

struct Score {
    int timers = 0;
    int inside = 0;
    int sampled = 0;
    double error = 0;  // stated, as a part of the true value, summed up
};

}  // namespace

TEST_SUITE_BEGIN("perf.engine.SamplingAccuracy");

TEST_CASE("the true value is inside the stated bound for at least 95 of 100 timers") {
    constexpr int kTimers = 1000;
    constexpr std::uint32_t kSeed = 20'260'131;
    MESSAGE("seed " << kSeed);
    std::mt19937 random(kSeed);
    EngineOptions options = SampledEngine::options(kSeed);
    options.sampling.exactCalls = 200;
    options.sampling.overhead = ProbeOverhead{{20}, {0}, {4}};
    SampledEngine s(std::move(options));
    const TimerId driver = s.engine.registerTimer("driver");
    std::vector<std::int64_t> truth;
    std::vector<Kind> kinds;
    s.engine.start(driver);
    for (int i = 0; i < kTimers; ++i) {
        const auto kind = static_cast<Kind>(i % 5);
        const TimerId timer = s.engine.registerTimer("timer " + std::to_string(i));
        Workload workload(kind, random);
        std::int64_t sum = 0;
        for (int c = 0; c < workload.calls; ++c) {
            const std::uint64_t takes = workload.call(c);
            s.call(timer, takes);
            s.clock->advance(takes / 4);
            sum += static_cast<std::int64_t>(takes);
        }
        truth.push_back(sum);
        kinds.push_back(kind);
    }
    s.engine.stop(driver);

    const Profile profile = s.engine.snapshot();
    std::map<Kind, Score> scores;
    int inside = 0;
    for (std::size_t i = 0; i < kTimers; ++i) {
        const CallPathNode& node = profile.threads.at(0).nodes.at(i + 1);
        Score& score = scores[kinds[i]];
        const bool holds = std::abs(node.inclusive[0] - truth[i]) <= node.error[0];
        ++score.timers;
        score.inside += holds ? 1 : 0;
        score.sampled += node.untimed > 0 ? 1 : 0;
        score.error += static_cast<double>(node.error[0]) / static_cast<double>(truth[i]);
        inside += holds ? 1 : 0;
    }
    for (const auto& [kind, score] : scores) {
        MESSAGE(nameOf(kind) << ": " << score.inside << " of " << score.timers << " inside, "
                             << score.sampled << " sampled, stated error "
                             << 100 * score.error / score.timers << " %");
        CHECK(score.inside * 100 >= score.timers * 93);
        CHECK(score.error / score.timers < 0.25);
        CHECK(score.sampled * 2 > score.timers);
    }
    CHECK(inside * 100 >= kTimers * 95);
    CHECK(profile.threads.at(0).nodes.at(0).error[0] == 0);
}

TEST_CASE("the same holds for functions of some nanoseconds, which cost less than their timing") {
    constexpr int kTimers = 1000;
    constexpr std::uint32_t kSeed = 20'261'123;
    MESSAGE("seed " << kSeed);
    std::mt19937 random(kSeed);
    const auto clock = std::make_shared<CostlyClock>(kSeed);
    EngineOptions options = SampledEngine::options(kSeed);
    options.metrics = {clock};
    options.sampling.exactCalls = 200;
    options.sampling.overhead = ProbeOverhead{{20}, {CostlyClock::kInsideNs}, {4}};
    options.sampling.overheadError = CostlyClock::kErrorNs;
    Engine engine(std::move(options));
    const TimerId driver = engine.registerTimer("driver");
    std::vector<double> truth;
    std::vector<Kind> kinds;
    engine.start(driver);
    for (int i = 0; i < kTimers; ++i) {
        const auto kind = static_cast<Kind>(i % 5);
        const TimerId timer = engine.registerTimer("timer " + std::to_string(i));
        Workload workload(kind, random, CostlyClock::kPerNs, 5 * CostlyClock::kPerNs);
        clock->moveOn();
        std::uint64_t sum = 0;
        for (int c = 0; c < workload.calls; ++c) {
            const std::uint64_t takes = workload.call(c);
            engine.start(timer);
            clock->advance(takes);
            engine.stop(timer);
            clock->advance(takes / 4);
            sum += takes;
        }
        truth.push_back(static_cast<double>(sum) / CostlyClock::kPerNs);
        kinds.push_back(kind);
    }
    engine.stop(driver);

    const Profile profile = compensated(engine.snapshot());
    const ThreadProfile& thread = profile.threads.at(0);
    const OverheadErrors errors = overheadErrors(profile, thread);
    std::map<Kind, Score> scores;
    int inside = 0;
    for (std::size_t i = 0; i < kTimers; ++i) {
        const CallPathNode& node = thread.nodes.at(i + 1);
        const auto bound = static_cast<double>(node.error[0] + errors.inclusive.at(i + 1)[0]);
        const bool holds = std::abs(static_cast<double>(node.inclusive[0]) - truth[i]) <= bound;
        Score& score = scores[kinds[i]];
        ++score.timers;
        score.inside += holds ? 1 : 0;
        score.sampled += node.untimed > 0 ? 1 : 0;
        score.error += bound / static_cast<double>(node.calls);
        inside += holds ? 1 : 0;
    }
    for (const auto& [kind, score] : scores) {
        MESSAGE(nameOf(kind) << ": " << score.inside << " of " << score.timers << " inside, "
                             << score.sampled << " sampled, stated error "
                             << score.error / score.timers << " ns a call");
        CHECK(score.inside * 100 >= score.timers * 93);
        CHECK(score.error / score.timers < 6 * CostlyClock::kErrorNs);
        CHECK(score.sampled * 2 > score.timers);
    }
    CHECK(inside * 100 >= kTimers * 95);
}

TEST_SUITE_END();
