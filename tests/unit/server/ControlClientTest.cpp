#include <server/ControlClient.hpp>
#include <server/ControlSocket.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <pthread.h>
#include <string>
#include <sys/socket.h>
#include <thread>

#include "TestFolder.hpp"

using gantry::server::ControlClient;
using gantry::server::ControlSocket;

TEST_SUITE_BEGIN("server.ControlClient");

TEST_CASE("a signal does not prolong the wait for a container that says nothing") {
    const TestFolder folder;
    const ControlSocket silent(folder.path / "control");
    struct sigaction action {};
    action.sa_handler = [](int) {};
    struct sigaction before {};
    REQUIRE(::sigaction(SIGUSR1, &action, &before) == 0);
    std::atomic<bool> over{false};
    std::thread interrupter([&over, waiting = ::pthread_self()] {
        // So often that a wait that begins anew at each signal never ends while they come.
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(5);
        while (!over && std::chrono::steady_clock::now() < end) {
            ::pthread_kill(waiting, SIGUSR1);
            std::this_thread::yield();
        }
    });

    const auto begin = std::chrono::steady_clock::now();
    std::string message;
    try {
        const ControlClient client((folder.path / "control").string(), 0.2);
    } catch (const std::runtime_error& error) {
        message = error.what();
    }
    const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;

    over = true;
    interrupter.join();
    ::sigaction(SIGUSR1, &before, nullptr);
    CHECK(message.find("has not replied in time") != std::string::npos);
    CHECK(waited.count() >= 0.2);
    // The signals come for 5 seconds.
    CHECK(waited.count() < 4);
}

TEST_SUITE_END();
