#include <perf/clock/ClockMap.hpp>
#include <perf/clock/ClockSync.hpp>
#include <perf/clock/SkewedClock.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace gantry::perf;

namespace {

// Ranks that are threads, and a time that passes only where a message is on its way or someone
// reads a clock.
class Simulation final {
public:
    Simulation(const std::vector<std::string>& skews, std::uint32_t seed) : random_(seed) {
        for (const std::string& skew : skews) {
            skews_.push_back(clockSkew(skew).value());
        }
    }

    [[nodiscard]] int size() const { return static_cast<int>(skews_.size()); }

    std::uint64_t now() const { return now_.load(); }
    void wait(std::uint64_t ns) { now_ += ns; }

    std::uint64_t clock(int rank) {
        constexpr std::uint64_t kReadNs = 20;
        return at(rank, now_ += kReadNs);
    }
    [[nodiscard]] std::uint64_t at(int rank, std::uint64_t time) const {
        return skews_[static_cast<std::size_t>(rank)].at(time, 0);
    }

    void send(const std::string& bytes, int from, int to, bool takesTime) {
        const std::lock_guard lock(mutex_);
        if (takesTime) {
            // Some messages are late by far, as on a busy machine.
            std::uniform_int_distribution<std::uint64_t> usual(400, 900);
            std::uniform_int_distribution<int> dice(0, 9);
            now_ += usual(random_) * (dice(random_) == 0 ? 50 : 1);
            ++messages_;
        }
        queues_[{from, to}].push_back(bytes);
        changed_.notify_all();
    }

    std::string receive(int from, int to) {
        std::unique_lock lock(mutex_);
        auto& queue = queues_[{from, to}];
        changed_.wait(lock, [&] { return !queue.empty(); });
        std::string bytes = std::move(queue.front());
        queue.pop_front();
        return bytes;
    }

    [[nodiscard]] std::size_t messages() const { return messages_; }

private:
    std::vector<ClockSkew> skews_;
    std::mt19937 random_;
    std::atomic<std::uint64_t> now_{1'000'000'000};
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::pair<int, int>, std::deque<std::string>> queues_;
    std::size_t messages_ = 0;
};

class SimulatedWire final : public ClockWire {
public:
    SimulatedWire(Simulation& simulation, int rank) : simulation_(simulation), rank_(rank) {}

    int rank() override { return rank_; }
    int size() override { return simulation_.size(); }
    void send(std::uint64_t value, int to) override {
        simulation_.send(std::to_string(value), rank_, to, true);
    }
    std::uint64_t receive(int from) override {
        return std::stoull(simulation_.receive(from, rank_));
    }
    void broadcast(std::string& bytes) override {
        for (int rank = 1; rank_ == 0 && rank < size(); ++rank) {
            simulation_.send(bytes, 0, rank, false);
        }
        bytes = rank_ == 0 ? bytes : simulation_.receive(0, rank_);
    }
    std::vector<std::string> gather(const std::string& text) override {
        if (rank_ != 0) {
            simulation_.send(text, rank_, 0, false);
            return {};
        }
        std::vector<std::string> texts{text};
        for (int rank = 1; rank < size(); ++rank) {
            texts.push_back(simulation_.receive(rank, 0));
        }
        return texts;
    }

private:
    Simulation& simulation_;
    int rank_;
};

constexpr std::uint64_t kMinute = 60'000'000'000;

using Readings = std::vector<std::vector<ClockReading>>;

// What every rank reads at each of these moments.
Readings readings(Simulation& simulation, const std::vector<std::string>& identities,
                  const std::vector<std::uint64_t>& pauses, int roundTrips = 20) {
    Readings found(identities.size());
    std::vector<std::thread> ranks;
    for (int rank = 0; rank < simulation.size(); ++rank) {
        ranks.emplace_back([&, rank] {
            SimulatedWire wire(simulation, rank);
            const auto clock = [&] { return ClockTicks{simulation.clock(rank)}; };
            const auto place = static_cast<std::size_t>(rank);
            ClockSync sync(wire, clock, identities[place]);
            for (const std::uint64_t pause : pauses) {
                if (rank == 0) {
                    simulation.wait(pause);
                }
                if (const auto reading = sync.read({roundTrips, kMinute})) {
                    found[place].push_back(*reading);
                }
            }
        });
    }
    for (std::thread& rank : ranks) {
        rank.join();
    }
    return found;
}

// By how much the map of a rank is off at most, at 1000 moments of that minute, and the largest
// bound it states.
std::pair<double, double> worst(const Simulation& simulation, int rank, const ClockMap& map,
                                std::uint64_t begin) {
    double error = 0;
    double bound = 0;
    for (std::uint64_t step = 0; step <= 1000; ++step) {
        const std::uint64_t time = begin + step * (kMinute / 1000);
        const std::uint64_t local = simulation.at(rank, time);
        const auto right = static_cast<std::int64_t>(simulation.at(0, time));
        const auto found = static_cast<std::int64_t>(map.reference(local));
        error = std::max(error, static_cast<double>(std::abs(found - right)));
        bound = std::max(bound, map.boundNs(local));
    }
    return {error, bound};
}

const std::vector<std::string> kFourClocks{"a", "b", "c", "d"};

}  // namespace

TEST_SUITE_BEGIN("perf.clock.ClockSync");

TEST_CASE("clocks that drift are known to half the fastest round trip and 100 ns for a minute") {
    for (std::uint32_t seed = 0; seed < 8; ++seed) {
        CAPTURE(seed);
        Simulation simulation({"offset=3ms,drift=20ppm", "offset=100ms,drift=100ppm",
                               "offset=-100ms,drift=-100ppm", "offset=100ms,drift=-100ppm"},
                              seed);
        const std::uint64_t begin = simulation.now();
        const Readings found = readings(simulation, kFourClocks, {0, kMinute});
        CHECK(found[0].empty());
        for (int rank = 1; rank < 4; ++rank) {
            CAPTURE(rank);
            const auto& own = found[static_cast<std::size_t>(rank)];
            REQUIRE(own.size() == 2);
            CHECK(own[0].boundNs < 800);
            const auto [error, bound] = worst(simulation, rank, ClockMap(own, 1, 1), begin);
            const auto half = static_cast<double>(std::max(own[0].boundNs, own[1].boundNs));
            CHECK(error <= half + 100);
            CHECK(bound <= half + 1);
        }
    }
}

TEST_CASE("more readings bound what a swing of the rate does between them") {
    const auto error = [&](std::size_t pieces) {
        Simulation simulation({"none", "swing=50us/20s"}, 1);
        const std::uint64_t begin = simulation.now();
        std::vector<std::uint64_t> pauses{0};
        pauses.resize(pieces + 1, kMinute / pieces);
        return worst(simulation, 1, ClockMap(readings(simulation, {"a", "b"}, pauses, 10)[1], 1, 1),
                     begin)
            .first;
    };
    const double two = error(1);
    const double many = error(30);
    MESSAGE("two readings: ", two, " ns, one in 2 s: ", many, " ns");
    CHECK(two > 40'000);
    CHECK(many < 4'000);
}

TEST_CASE("ranks with one clock exchange nothing; of those that share another, one does") {
    Simulation alone({"none", "none", "none"}, 1);
    const Readings none = readings(alone, {"a", "a", "a"}, {0, kMinute});
    CHECK(none[1].empty());
    CHECK(none[2].empty());
    CHECK(alone.messages() == 0);

    Simulation two({"none", "offset=1ms", "none", "offset=1ms"}, 1);
    const Readings found = readings(two, {"a", "b", "a", "b"}, {0});
    CHECK(found[2].empty());
    REQUIRE(found[3].size() == 1);
    CHECK(found[3] == found[1]);
    CHECK(two.messages() == 41);  // twenty times there and back, and the end
}

TEST_CASE("a rank that cannot name its clock shares it with none") {
    Simulation simulation({"none", "none"}, 1);
    CHECK(readings(simulation, {"", ""}, {0})[1].size() == 1);
}

TEST_CASE("a clock that goes backwards in a round trip does not count there") {
    class Backwards final : public ClockWire {
    public:
        int rank() override { return 0; }
        int size() override { return 2; }
        void send(std::uint64_t, int) override {}
        std::uint64_t receive(int) override { return 5; }
        void broadcast(std::string&) override {}
        std::vector<std::string> gather(const std::string&) override { return {"a", "b"}; }
    } wire;
    std::uint64_t now = 1'000'000;
    ClockSync sync(
        wire, [&] { return ClockTicks{now -= 10}; }, "a");
    CHECK(sync.clocks() == 2);
    CHECK(!sync.read().has_value());
}

TEST_SUITE_END();
