#include <gov/cca/ports/BuilderService.hpp>

#include <atomic>
#include <thread>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.assembly.Threads");

using namespace gantry::framework;
using namespace gantry::framework::test;

TEST_CASE("ports are fetched, called and released while others connect and disconnect") {
    Embedding embedding({"good_counter"});
    const auto user = embedding.joinUser("user");
    embedding.framework.createInstance("fixtures.Counter", "first");
    constexpr int kRounds = 200;
    std::atomic<bool> done = false;
    std::atomic<int> calls = 0;
    std::vector<std::thread> threads;

    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            while (!done) {
                if (const auto port = user->getPortNonblocking("target")) {
                    calls += std::dynamic_pointer_cast<gov::cca::ports::GoPort>(port) ? 1 : 0;
                    user->releasePort("target");
                }
                std::this_thread::yield();
            }
        });
    }
    int connected = 0;
    while (connected < kRounds || calls == 0) {
        embedding.framework.createInstance("fixtures.Counter", "next");
        embedding.framework.connect({"user", "target", "next", "count"});
        ++connected;
        embedding.framework.disconnect({"user", "target", "next", "count"}, 60);
        embedding.framework.destroyInstance("next");
    }
    done = true;
    for (std::thread& thread : threads) {
        thread.join();
    }

    CHECK(calls > 0);
    CHECK(embedding.framework.connections().empty());
    CHECK(embedding.framework.instances().size() == 2);
}

TEST_CASE("several threads build at once, each its own part") {
    Embedding embedding({"good_counter", "caller"});
    constexpr int kParts = 20;
    std::vector<std::thread> threads;

    for (const std::string name : {"a", "b", "c"}) {
        threads.emplace_back([&embedding, name] {
            const auto builder = embedding.framework.builderService();
            for (int i = 0; i < kParts; ++i) {
                const std::string part = name + std::to_string(i);
                const auto caller =
                    builder->createInstance(part + "caller", "fixtures.Caller", nullptr);
                const auto counter =
                    builder->createInstance(part + "counter", "fixtures.Counter", nullptr);
                builder->connect(caller, "target", counter, "count");
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    CHECK(embedding.framework.instances().size() == 6 * kParts);
    CHECK(embedding.framework.connections().size() == 3 * kParts);
}

TEST_CASE("a pointer that was fetched stays valid when another thread takes its provider away") {
    Embedding embedding({"good_counter"});
    const auto user = embedding.joinUser("user");
    embedding.framework.createInstance("fixtures.Counter", "counter");
    embedding.framework.connect({"user", "target", "counter", "count"});
    const auto held = user->getPort("target");
    user->releasePort("target");

    std::thread other([&] { embedding.framework.destroyInstance("counter"); });
    other.join();

    CHECK(callGo(held) == 0);
    CHECK(user->getPortNonblocking("target") == nullptr);
}

TEST_SUITE_END();
