#include <perf/engine/EngineError.hpp>
#include <perf/engine/PerThreadGroup.hpp>
#include <perf/engine/ScriptedMetric.hpp>
#include <perf/segment/CpuClock.hpp>

#include <array>
#include <atomic>
#include <thread>
#include <utility>

#include "metrics.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Two counters, of which the second is always ten times the first; both grow at each reading.
class CountingGroup final : public MetricGroup {
public:
    const std::vector<Metric>& metrics() const noexcept override { return metrics_; }
    void read(std::uint64_t* values) noexcept override {
        ++readings;
        values[0] = readings;
        values[1] = 10 * readings;
    }
    bool readFor(pid_t, std::uint64_t* values) noexcept override {
        values[0] = readings;
        values[1] = 10 * readings;
        return true;
    }

    std::uint64_t readings = 0;

private:
    std::vector<Metric> metrics_{{"ones", "pieces", "scripted"}, {"tens", "pieces", "scripted"}};
};

// How many counters there are. Shared with the counters, which may end after their group.
using Alive = std::shared_ptr<std::atomic<int>>;

Alive nobody() {
    return std::make_shared<std::atomic<int>>(0);
}

// Counts the readings of its thread.
class OwnReadings final : public ThreadCounters {
public:
    explicit OwnReadings(Alive alive) : alive_(std::move(alive)) { ++*alive_; }
    OwnReadings(const OwnReadings&) = delete;
    OwnReadings& operator=(const OwnReadings&) = delete;
    ~OwnReadings() override { --*alive_; }
    void read(std::uint64_t* values) noexcept override { values[0] = ++readings_; }

private:
    Alive alive_;
    std::uint64_t readings_ = 0;
};

class ThreadGroup final : public PerThreadGroup {
public:
    explicit ThreadGroup(Alive alive, bool works = true)
        : PerThreadGroup({{"readings", "pieces", "scripted"}}),
          alive_(std::move(alive)),
          works_(works) {}

private:
    std::unique_ptr<ThreadCounters> makeCounters() noexcept override {
        return works_ ? std::make_unique<OwnReadings>(alive_) : nullptr;
    }

    Alive alive_;
    bool works_;
};

}  // namespace

TEST_SUITE_BEGIN("metrics.MetricGroup");

TEST_CASE("a group is read once for all its metrics, wherever they are in the list") {
    const auto group = std::make_shared<CountingGroup>();
    const auto members = membersOf(group);
    Engine engine(EngineOptions{{members[1], std::make_shared<ScriptedMetric>(), members[0]}});
    const TimerId timer = engine.registerTimer("t");
    const std::uint64_t before = group->readings;

    engine.start(timer);
    engine.stop(timer);

    CHECK(group->readings == before + 2);
    const TimerRecord record = find(flat(engine.snapshot()), "t");
    CHECK(record.inclusive == MetricValues{10, 0, 1, 0});
    CHECK(engine.metrics()[0].name == "tens");
    CHECK(engine.metrics()[2].name == "ones");
}

TEST_CASE("a running call shows the values of its group") {
    const auto group = std::make_shared<CountingGroup>();
    Engine engine(EngineOptions{membersOf(group)});
    const TimerId timer = engine.registerTimer("t");

    engine.start(timer);
    group->readings += 5;

    CHECK(find(flat(engine.snapshot()), "t").inclusive == MetricValues{5, 50, 0, 0});
}

TEST_CASE("two groups, and members of a group on their own, are measured") {
    const auto one = std::make_shared<CountingGroup>();
    const auto members = membersOf(one);

    CHECK(members[1]->read() == 10);
    CHECK(members[0]->read() == 2);
    CHECK_THROWS_AS(MetricSet({members[0], membersOf(std::make_shared<CountingGroup>())[0]}),
                    EngineError);
}

TEST_CASE("each thread has counters of its own, which end with it") {
    const Alive alive = nobody();
    ThreadGroup group(alive);
    std::uint64_t mine = 0;
    std::uint64_t other = 0;

    group.read(&mine);
    group.read(&mine);
    std::thread([&] {
        group.read(&other);
        CHECK(*alive == 2);
    }).join();

    CHECK(mine == 2);
    CHECK(other == 1);
    CHECK(*alive == 1);
}

TEST_CASE("another thread's counters are those of its last reading") {
    const Alive alive = nobody();
    ThreadGroup group(alive);
    const pid_t main = currentThread();
    std::uint64_t mine = 0;
    std::uint64_t seen = 0;
    group.read(&mine);
    group.read(&mine);

    std::thread([&] { CHECK(group.readFor(main, &seen)); }).join();

    CHECK(seen == 2);
    CHECK_FALSE(group.readFor(1, &seen));
}

TEST_CASE("a thread that uses several groups in turn keeps the counters of each") {
    const Alive alive = nobody();
    ThreadGroup one(alive);
    ThreadGroup two(alive);
    std::uint64_t value = 0;

    one.read(&value);
    two.read(&value);
    one.read(&value);
    CHECK(value == 2);
    two.read(&value);
    CHECK(value == 2);
}

TEST_CASE("counters of a destroyed group are released when the thread uses another one") {
    const Alive alive = nobody();
    std::uint64_t value = 0;
    {
        ThreadGroup gone(alive);
        gone.read(&value);
    }
    CHECK(*alive == 1);

    ThreadGroup group(alive);
    group.read(&value);

    CHECK(*alive == 1);
    CHECK(value == 1);
}

TEST_CASE("a group may end before the threads that use it") {
    const Alive alive = nobody();
    auto group = std::make_unique<ThreadGroup>(alive);
    std::atomic<bool> gone{false};
    std::atomic<bool> read{false};
    std::thread thread([&] {
        std::uint64_t value = 0;
        group->read(&value);
        read = true;
        while (!gone) {
            std::this_thread::yield();
        }
    });
    while (!read) {
        std::this_thread::yield();
    }

    group.reset();
    gone = true;
    thread.join();

    CHECK(*alive == 0);
}

TEST_CASE("a timer left open at the end of its thread keeps what it has") {
    const Alive alive = nobody();
    Engine engine(EngineOptions{membersOf(std::make_shared<ThreadGroup>(alive))});
    const TimerId done = engine.registerTimer("done");
    const TimerId open = engine.registerTimer("open");
    const int before = *alive;

    std::thread([&] {
        engine.start(open);
        engine.start(done);
        engine.stop(done);
    }).join();

    CHECK(*alive == before);
    const auto records = flat(engine.snapshot());
    CHECK(find(records, "done").inclusive[0] == 1);
    CHECK(find(records, "open").inclusive[0] == 2);
}

TEST_CASE("threads on which the counters could not be set up are reported") {
    const Alive alive = nobody();
    Engine engine(EngineOptions{membersOf(std::make_shared<ThreadGroup>(alive, false))});
    const TimerId timer = engine.registerTimer("t");

    engine.start(timer);
    engine.stop(timer);

    const Profile profile = engine.snapshot();
    CHECK(find(flat(profile), "t").inclusive[0] == 0);
    CHECK(profile.context.back() ==
          std::pair<std::string, std::string>(kThreadsWithoutMetric, "1"));
}

TEST_SUITE_END();
