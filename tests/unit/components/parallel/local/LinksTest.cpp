#include <base/files/Descriptor.hpp>
#include <gantry/Error.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
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

// Connects again and again until someone listens; whether it was refused before.
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

gantry::base::Descriptor connectedTo(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::memcpy(address.sun_path, path.c_str(), path.size());
    gantry::base::Descriptor one(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    REQUIRE(::connect(one.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
            0);
    return one;
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

TEST_CASE("a message that claims to be larger than it is or can be ends its link, and no other") {
    const TestFolder folder;
    Links zero(Place{0, 3, folder.path}, ignore);
    Links two(Place{2, 3, folder.path}, ignore);
    zero.start();
    two.start();
    for (const std::uint64_t size : {~std::uint64_t{0}, std::uint64_t{1} << 62U}) {
        const gantry::base::Descriptor link = connectedTo((folder.path / "rank0").string());
        // As Links.cpp sends it: size, channel, tag, from, reserved.
        const struct {
            std::uint64_t size;
            std::int32_t channel, tag, from, reserved;
        } header{size, static_cast<std::int32_t>(Channel::User), 0, 1, 0};
        REQUIRE(::send(link.number(), &header, sizeof header, 0) == sizeof header);
        REQUIRE(::send(link.number(), "data", 4, 0) == 4);
    }
    CHECK_THROWS_AS(zero.receive(1, Channel::User, 0), gantry::Error);

    two.send(0, Channel::User, 0, "still here");
    CHECK(zero.receive(2, Channel::User, 0) == "still here");
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
