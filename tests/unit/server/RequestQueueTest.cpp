#include <server/detail/RequestQueue.hpp>

#include <doctest/doctest.h>

#include <cstdint>

using namespace gantry::server;

TEST_SUITE("server.RequestQueue") {
    TEST_CASE("clients that gave up while a command runs leave no requests behind") {
        RequestQueue queue;
        for (std::uint64_t client = 1; client <= 10000; ++client) {
            // The one before has gone; the first still waits.
            REQUIRE(queue.put({client, 1, "go driver"}, [&](const Request& waiting) {
                return waiting.client == 1 || waiting.client == client;
            }));
            REQUIRE(queue.size() <= 2);
        }

        CHECK(queue.take()->client == 1);
        CHECK(queue.take()->client == 10000);
        CHECK(queue.size() == 0);
    }

    TEST_CASE("a closed queue takes nothing") {
        RequestQueue queue;
        queue.close();

        CHECK_FALSE(queue.put({1, 1, "go driver"}, [](const Request&) { return true; }));
        CHECK(queue.size() == 0);
    }
}
