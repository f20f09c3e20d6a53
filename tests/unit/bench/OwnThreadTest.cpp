#include <doctest/doctest.h>

#include <set>
#include <stdexcept>
#include <thread>

#include "OwnThread.hpp"

using gantry::bench::OwnThread;

TEST_SUITE_BEGIN("bench.OwnThread");

TEST_CASE("all that it is given is done in one thread, which is not the caller's") {
    OwnThread own;
    std::set<std::thread::id> threads;

    for (int i = 0; i < 3; ++i) {
        own.run([&threads] { threads.insert(std::this_thread::get_id()); });
    }

    CHECK(threads.size() == 1);
    CHECK(threads.count(std::this_thread::get_id()) == 0);
}

TEST_CASE("what the function throws reaches the caller, and the thread continues") {
    OwnThread own;
    bool done = false;

    CHECK_THROWS_WITH_AS(own.run([] { throw std::runtime_error("no counter"); }), "no counter",
                         std::runtime_error);
    own.run([&done] { done = true; });

    CHECK(done);
}

TEST_SUITE_END();
