#include <base/files/Descriptor.hpp>
#include <gantry/Error.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <string>
#include <sys/socket.h>
#include <sys/un.h>
#include <thread>

#include "parallel/local/Links.hpp"
#include "unit/perf/TestFolder.hpp"

using parallel::local::Channel;
using parallel::local::Links;
using parallel::local::Place;

namespace {

void ignore(Channel /*channel*/, int /*from*/, const std::string& /*data*/) {}

// Connects again and again until somebody listens; whether it was refused before.
bool isRefusedOnTheWay(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.size());
    bool refused = false;
    for (;;) {
        const gantry::base::Descriptor one(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
        if (::connect(one.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
            0) {
            return refused;
        }
        refused = refused || errno == ECONNREFUSED;
    }
}

}  // namespace

TEST_SUITE_BEGIN("components.parallel.local.Links");

TEST_CASE("ranks exchange messages, in order for each tag") {
    const TestFolder folder;
    Links zero(Place{0, 2, folder.path}, ignore);
    Links one(Place{1, 2, folder.path}, ignore);
    zero.start();
    one.start();
    one.send(0, Channel::User, 7, "first");
    one.send(0, Channel::User, 8, "other");
    one.send(0, Channel::User, 7, "second");

    CHECK(zero.receive(1, Channel::User, 7) == "first");
    CHECK(zero.receive(1, Channel::User, 7) == "second");
    CHECK(zero.receive(1, Channel::User, 8) == "other");
}

TEST_CASE("a rank that begins is never taken for one that has ended") {
    for (int i = 0; i < 300; ++i) {
        const TestFolder folder;
        Links zero(Place{0, 2, folder.path}, ignore);
        std::atomic<bool> refused = false;
        std::thread other([&] { refused = isRefusedOnTheWay((folder.path / "rank0").string()); });
        zero.start();
        other.join();

        REQUIRE_FALSE(refused);
    }
}

TEST_CASE("a rank that has ended is named") {
    const TestFolder folder;
    {
        Links zero(Place{0, 2, folder.path}, ignore);
        zero.start();
    }
    Links one(Place{1, 2, folder.path}, ignore);

    CHECK_THROWS_AS(one.send(0, Channel::User, 0, "late"), gantry::Error);
}

TEST_CASE("a folder that another run uses is refused") {
    const TestFolder folder;
    Links zero(Place{0, 2, folder.path}, ignore);
    Links again(Place{0, 2, folder.path}, ignore);
    zero.start();

    CHECK_THROWS_AS(again.start(), gantry::Error);
    CHECK(folder.files() == 1);
}

TEST_SUITE_END();
