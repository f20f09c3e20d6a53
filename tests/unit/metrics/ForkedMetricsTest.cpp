#include <perf/engine/PerThreadGroup.hpp>
#include <perf/segment/CpuClock.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "Children.hpp"
#include "TestFolder.hpp"
#include "metrics.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// What became of the counters made so far.
struct Fates {
    std::atomic<int> stopped{0};
    std::atomic<int> abandoned{0};
};

// Counts the readings of its thread.
class CountedReadings final : public ThreadCounters {
public:
    explicit CountedReadings(std::shared_ptr<Fates> fates) : fates_(std::move(fates)) {}
    CountedReadings(const CountedReadings&) = delete;
    CountedReadings& operator=(const CountedReadings&) = delete;
    ~CountedReadings() override { ++(abandoned_ ? fates_->abandoned : fates_->stopped); }
    void read(std::uint64_t* values) noexcept override { values[0] = ++readings_; }
    void abandon() noexcept override { abandoned_ = true; }

private:
    std::shared_ptr<Fates> fates_;
    bool abandoned_ = false;
    std::uint64_t readings_ = 0;
};

class Readings final : public PerThreadGroup {
public:
    explicit Readings(std::shared_ptr<Fates> fates)
        : PerThreadGroup({{"readings", "pieces", "scripted"}}), fates_(std::move(fates)) {}
    std::atomic<bool> works{true};

private:
    std::unique_ptr<ThreadCounters> makeCounters() noexcept override {
        return works ? std::make_unique<CountedReadings>(fates_) : nullptr;
    }
    std::shared_ptr<Fates> fates_;
};

void burn(std::uint64_t ns) {
    const std::uint64_t begin = clockNs(CLOCK_THREAD_CPUTIME_ID);
    while (clockNs(CLOCK_THREAD_CPUTIME_ID) - begin < ns) {
    }
}

std::int64_t valueOf(const Engine& engine) {
    return find(flat(engine.finalProfile()), "t").inclusive[0];
}

// The parent works long, the child short; each has its own, and what the parent counts goes on.
void checkCpuTimeOfBoth(Engine& engine) {
    constexpr std::int64_t kLong = 40'000'000;
    constexpr std::int64_t kShort = 4'000'000;
    const TimerId timer = engine.registerTimer("t");
    engine.start(timer);
    burn(kLong);

    CHECK(inChild([&] {
        engine.start(timer);
        burn(kShort);
        engine.stop(timer);
        engine.stop(timer);
        const std::int64_t value = valueOf(engine);
        const auto missing = engine.finalProfile().context;
        const bool refused = std::any_of(missing.begin(), missing.end(), [](const auto& fact) {
            return fact.first == kThreadsWithoutMetric;
        });
        return refused ? value == 0 : value >= kShort * 9 / 10 && value < kLong;
    }));

    burn(kShort);
    engine.stop(timer);
    CHECK(valueOf(engine) >= (kLong + kShort) * 9 / 10);
}

}  // namespace

TEST_SUITE_BEGIN("metrics.ForkedMetrics");

TEST_CASE("a forked child has counters of its own and does not stop those of its parent") {
    const auto fates = std::make_shared<Fates>();
    const auto group = std::make_shared<Readings>(fates);
    Engine engine(EngineOptions{membersOf(group)});
    const TimerId timer = engine.registerTimer("t");
    engine.start(timer);
    for (int i = 0; i < 100; ++i) {
        engine.readMetrics();
    }

    CHECK(inChild([&] {
        engine.start(timer);
        const bool own = engine.readMetrics()[0] == 2;
        engine.stop(timer);
        engine.stop(timer);
        return own && fates->stopped == 0 && fates->abandoned == 1 && valueOf(engine) == 4;
    }));

    engine.stop(timer);
    CHECK(valueOf(engine) == 101);
    CHECK(fates->stopped == 0);
}

TEST_CASE("threads of a forked child share no counters with each other or with the parent's" *
          doctest::skip(kThreadSanitizer)) {
    const auto fates = std::make_shared<Fates>();
    const auto group = std::make_shared<Readings>(fates);
    Engine engine(EngineOptions{membersOf(group)});
    const TimerId timer = engine.registerTimer("t");
    std::atomic<bool> measured{false};
    std::atomic<bool> done{false};
    std::thread other([&] {
        engine.start(timer);
        measured = true;
        while (!done) {
        }
        engine.stop(timer);
    });
    while (!measured) {
    }

    CHECK(inChild([&] {
        std::uint64_t first = 0;
        std::thread thread([&] { first = engine.readMetrics()[0]; });
        thread.join();
        return first == 1 && engine.readMetrics()[0] == 1 && engine.readMetrics()[0] == 2 &&
               fates->stopped == 1;
    }));

    done = true;
    other.join();
    CHECK(valueOf(engine) == 1);
}

TEST_CASE("a child whose counters are not available has no counters, and this is reported") {
    const auto group = std::make_shared<Readings>(std::make_shared<Fates>());
    Engine engine(EngineOptions{membersOf(group)});
    const TimerId timer = engine.registerTimer("t");
    engine.start(timer);
    engine.readMetrics();

    CHECK(inChild([&] {
        group->works = false;
        engine.stop(timer);
        const auto facts = engine.finalProfile().context;
        return valueOf(engine) == 0 &&
               std::count(facts.begin(), facts.end(),
                          std::pair<std::string, std::string>(kThreadsWithoutMetric, "1")) == 1;
    }));
}

TEST_CASE("counters of the kernel are opened anew in a forked child") {
    Engine engine(measuring("perf::TASK-CLOCK"));
    REQUIRE(engine.metrics().at(0).name == "perf::TASK-CLOCK");

    checkCpuTimeOfBoth(engine);
}

TEST_CASE("the memory of a forked child is its own") {
    Engine engine(measuring("resident-memory"));
    const TimerId timer = engine.registerTimer("t");
    engine.start(timer);
    engine.stop(timer);

    CHECK(inChild([&] {
        engine.start(timer);
        const std::vector<char> touched(std::size_t{16} << 20U, 'x');
        engine.stop(timer);
        return touched.back() == 'x' && valueOf(engine) >= std::int64_t{15} << 20U;
    }));
}

TEST_CASE("PAPI counts anew in a forked child, or refuses") {
    const TestFolder folder;
    if (!std::filesystem::exists(kBuilt / "papi.so")) {
        return;
    }
    std::filesystem::copy_file(kBuilt / "papi.so", folder.path / "papi.so");
    const ChosenMetrics chosen = chooseMetrics("perf::TASK-CLOCK", {folder.path});
    if (!chosen.refused.empty()) {
        return;
    }
    Engine engine({chosen.sources});

    checkCpuTimeOfBoth(engine);
}

TEST_SUITE_END();
