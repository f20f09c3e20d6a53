#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>
#include <performance/Timer.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "OneComponent.hpp"

namespace {

constexpr int kThreads = 3;
// Exchanges one after the other, before each thread must have come by.
constexpr int kBurst = 25;

int exchanges() {
    const char* const wanted = std::getenv("GANTRY_EXCHANGES");
    return wanted != nullptr ? std::atoi(wanted) : 250;
}

std::int64_t callsOf(performance::Query& query, const std::string& timer) {
    sidl::array<double, 2> exclusive;
    sidl::array<double, 2> inclusive;
    sidl::array<std::int32_t> calls;
    sidl::array<std::int32_t> childCalls;
    sidl::array<std::string> counters;
    std::int32_t numCounters = 0;
    query.getTimerData({timer}, exclusive, inclusive, calls, childCalls, counters, numCounters);
    return calls[0];
}

std::int64_t samplesOf(performance::Query& query, const std::string& event) {
    sidl::array<std::int32_t> samples;
    std::array<sidl::array<double>, 4> values;
    query.getEventData({event}, samples, values[0], values[1], values[2], values[3]);
    return samples[0];
}

// A multiplexer before two native backends, and threads that measure nested calls as fast as they
// can.
struct Fixture : OneComponent {
    std::array<std::shared_ptr<performance::Query>, 2> queries;
    std::shared_ptr<performance::Measurement> measurement =
        port<performance::Measurement>("MeasurementPort");
    std::shared_ptr<performance::Timer> outer = measurement->createTimerWithName("outer");
    std::shared_ptr<performance::Timer> inner = measurement->createTimerWithName("inner");
    std::atomic<bool> over{false};
    std::array<std::atomic<std::int64_t>, kThreads> pairs{};

    Fixture() : OneComponent("performance.Multiplexer") {
        for (std::size_t i = 0; i < queries.size(); ++i) {
            const std::string name = "native" + std::to_string(i + 1);
            framework.createInstance("performance.Native", name);
            queries[i] = gantry::castPort<performance::Measurement>(
                             framework.providedPort(name, "MeasurementPort"), name)
                             ->createQuery();
        }
    }

    void connect(const std::string& port, const std::string& native) {
        framework.connect({"subject", port, native, "MeasurementPort"});
    }

    // Until every thread has made calls since, so that no exchange is seen by a resting program.
    void awaitProgress() const {
        for (const auto& count : pairs) {
            for (const std::int64_t before = count; count == before;) {
                std::this_thread::yield();
            }
        }
    }

    // Returns how many calls of each timer were made while exchange(i) was called for each i.
    template <class Exchange>
    std::int64_t measureWhile(const Exchange& exchange) {
        {
            std::vector<std::jthread> threads;
            for (std::atomic<std::int64_t>& count : pairs) {
                threads.emplace_back([this, &count] {
                    while (!over.load(std::memory_order_relaxed)) {
                        outer->start();
                        inner->start();
                        inner->stop();
                        outer->stop();
                        count.fetch_add(1, std::memory_order_relaxed);
                    }
                });
            }
            for (int i = 0; i < exchanges(); ++i) {
                exchange(i);
                if (i % kBurst == 0) {
                    awaitProgress();
                }
            }
            over = true;
        }
        std::int64_t sum = 0;
        for (const auto& count : pairs) {
            sum += count;
        }
        return sum;
    }

    [[nodiscard]] std::int64_t sum(std::int64_t (*of)(performance::Query&, const std::string&),
                                   const std::string& name) const {
        return of(*queries[0], name) + of(*queries[1], name);
    }

    void checkNoMisuse() const {
        for (const auto& query : queries) {
            const auto document = nlohmann::json::parse(query->getSnapshot()->getDocument());
            CAPTURE(document.at("misuse").dump());
            CHECK(document.at("misuse").empty());
        }
    }
};

}  // namespace

TEST_SUITE("components.Exchange") {
    TEST_CASE_FIXTURE(Fixture, "exchanges lose and double no call of threads at full rate") {
        connect("backend1", "native1");
        connect("backend2", "native2");
        set("active", "backend1");

        const std::int64_t made =
            measureWhile([this](int i) { set("active", i % 2 == 0 ? "backend2" : "backend1"); });

        // A call that was open at an exchange is one on each side; the new side reports it.
        const std::int64_t carried = sum(samplesOf, "calls carried over");
        CHECK(sum(callsOf, "outer") + sum(callsOf, "inner") == 2 * made + carried);
        CHECK(carried > 0);
        checkNoMisuse();
    }

    TEST_CASE_FIXTURE(Fixture, "backends come and go under threads at full rate") {
        const std::int64_t made = measureWhile([this](int i) {
            const std::string native = i % 2 == 0 ? "native1" : "native2";
            connect("backend1", native);
            framework.disconnect({"subject", "backend1", native, "MeasurementPort"});
        });

        const std::int64_t carried = sum(samplesOf, "calls carried over");
        CHECK(sum(callsOf, "outer") + sum(callsOf, "inner") <= 2 * made + carried);
        checkNoMisuse();
    }
}
