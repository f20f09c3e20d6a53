#include <server/ServingChild.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/socket.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include "TestFolder.hpp"

using namespace gantry;

namespace {

// The standard input of the child is the socket to this process, which a shell can write to.
std::vector<std::string> shell(const std::string& script) {
    return {"/bin/sh", "-c", script};
}

// Both ends of a connection, without a child.
class Connection final {
public:
    Connection() {
        std::array<int, 2> sockets{-1, -1};
        REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) == 0);
        parent = base::Descriptor(sockets[0]);
        child = base::Descriptor(sockets[1]);
    }

    base::Descriptor parent;
    base::Descriptor child;
};

}  // namespace

TEST_SUITE_BEGIN("server.ServingChild");

TEST_CASE("a child that shows something when its parent has done its work is waited for") {
    server::ServingChild child(shell("printf . >&0; cat > /dev/null; printf . >&0"));

    CHECK(child.showsAfterEnd());
    child.wait();
}

TEST_CASE("a child that has nothing to show, or has ended, shows nothing after the end") {
    server::ServingChild quiet(shell("printf . >&0; cat > /dev/null"));
    server::ServingChild failed(shell("exit 3"));

    CHECK_FALSE(quiet.showsAfterEnd());
    CHECK_FALSE(failed.showsAfterEnd());
}

TEST_CASE("a child that still runs ends with the object") {
    const TestFolder folder;
    const std::filesystem::path file = folder.path / "pid";
    {
        // It has written its number when it can be reached.
        const server::ServingChild child(
            shell("echo $$ > " + file.string() + "; printf . >&0; exec sleep 3600"));
    }
    pid_t process = 0;
    std::ifstream(file) >> process;
    REQUIRE(process > 0);
    CHECK(::kill(process, 0) == -1);
    CHECK(errno == ESRCH);
}

TEST_CASE("a program that cannot be started is named") {
    CHECK_THROWS_WITH_AS(server::ServingChild({"/no/such/program"}),
                         "cannot start /no/such/program: No such file or directory",
                         std::system_error);
}

TEST_CASE("a notification of the child reaches its parent") {
    const Connection connection;

    server::ServedParent(connection.child.number()).notify();

    char byte = 0;
    CHECK(::recv(connection.parent.number(), &byte, 1, MSG_DONTWAIT) == 1);
}

TEST_CASE("a child sees that its parent has done its work, and that its parent has ended") {
    const Connection working;
    const Connection done;
    Connection ended;
    ::shutdown(done.parent.number(), SHUT_WR);
    ended.parent.close();

    CHECK_FALSE(server::ServedParent(working.child.number()).hasEnded());
    CHECK(server::ServedParent(done.child.number()).hasEnded());
    CHECK(server::ServedParent(ended.child.number()).hasEnded());
}

TEST_SUITE_END();
