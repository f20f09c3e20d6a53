#include <trial/proxy/Everything.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "Echo.hpp"
#include "Scripted.hpp"

namespace {

using namespace gantry::test;

/// Counts; any thread.
class CountingTimer final : public NamelessTimer {
public:
    void start() override { ++starts; }
    void stop() override { ++stops; }

    std::atomic<int> starts{0};
    std::atomic<int> stops{0};
};

TEST_SUITE("proxy.Threads") {
    TEST_CASE("probes are replaced while threads call: each call is under one probe or none") {
        constexpr int kThreads = 4;
        constexpr int kCalls = 20000;
        constexpr int kProbes = 200;
        const auto echo = std::make_shared<Echo>();
        trial::proxy::Everything proxy(echo);
        const std::size_t method = numberOf(proxy, "nothing");
        std::vector<std::shared_ptr<CountingTimer>> timers;
        std::atomic<int> ready{0};
        std::vector<std::thread> threads;

        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&] {
                ++ready;
                for (int i = 0; i < kCalls; ++i) {
                    proxy.nothing();
                }
            });
        }
        while (ready < kThreads) {
            std::this_thread::yield();
        }
        for (int p = 0; p < kProbes; ++p) {
            timers.push_back(std::make_shared<CountingTimer>());
            auto probe = std::make_shared<gantry::MethodProbe>();
            probe->timer = timers.back();
            proxy.observe(method, p % 3 == 2 ? nullptr : std::move(probe));
            std::this_thread::yield();
        }
        for (std::thread& thread : threads) {
            thread.join();
        }

        int timed = 0;
        for (const auto& timer : timers) {
            CHECK(timer->starts == timer->stops);
            timed += timer->starts;
        }
        CHECK(echo->calls == kThreads * kCalls);
        CHECK(timed <= kThreads * kCalls);
    }

    TEST_CASE("one probe counts the calls of all threads") {
        constexpr int kThreads = 4;
        constexpr int kCalls = 5000;
        trial::proxy::Everything proxy(std::make_shared<Echo>());
        const auto timer = std::make_shared<CountingTimer>();
        gantry::MethodProbe probe;
        probe.timer = timer;
        std::vector<std::thread> threads;

        observe(proxy, "", probe);
        for (int t = 0; t < kThreads; ++t) {
            threads.emplace_back([&proxy] {
                for (int i = 0; i < kCalls; ++i) {
                    double b = 0;
                    double c = i;
                    proxy.doubles(i, b, c);
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }

        CHECK(timer->starts == kThreads * kCalls);
        CHECK(timer->stops == kThreads * kCalls);
    }
}

}  // namespace
