#include <server/ServingChild.hpp>

#include <array>
#include <cerrno>
#include <csignal>
#include <stdexcept>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

#include "SpawnSettings.hpp"

namespace gantry::server {

ServingChild::ServingChild(std::vector<std::string> words) {
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    std::array<int, 2> sockets{-1, -1};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets.data()) != 0) {
        throw std::system_error(errno, std::generic_category(),
                                "cannot connect to " + words.front());
    }
    child_ = base::Descriptor(sockets[0]);
    base::Descriptor own(sockets[1]);
    SpawnSettings settings;
    posix_spawn_file_actions_adddup2(settings.files(), own.number(), STDIN_FILENO);
    // Standard output is the program's, and its report's.
    posix_spawn_file_actions_adddup2(settings.files(), STDERR_FILENO, STDOUT_FILENO);
    const int error = ::posix_spawn(&process_, words.front().c_str(), settings.files(),
                                    settings.attributes(), pointers.data(), environ);
    if (error != 0) {
        throw std::system_error(error, std::generic_category(), "cannot start " + words.front());
    }
    // Its end of the socket is its own from here on: where it ends, this read does.
    own.close();
    isNotified();
}

ServingChild::~ServingChild() {
    if (process_ != 0) {
        ::kill(process_, SIGTERM);
        wait();
    }
}

bool ServingChild::isNotified() {
    char byte = 0;
    ssize_t got = 0;
    do {
        got = ::recv(child_.number(), &byte, 1, 0);
    } while (got < 0 && errno == EINTR);
    return got > 0;
}

bool ServingChild::showsAfterEnd() {
    ::shutdown(child_.number(), SHUT_WR);
    return isNotified();
}

void ServingChild::wait() {
    // Ctrl-C is for the child, whose end this waits for.
    struct sigaction ignored {};
    struct sigaction before {};
    ignored.sa_handler = SIG_IGN;
    ::sigaction(SIGINT, &ignored, &before);
    int status = 0;
    while (process_ != 0 && ::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    ::sigaction(SIGINT, &before, nullptr);
    process_ = 0;
}

void ServedParent::endWithIt() {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    // It may have ended before.
    if (::getppid() == 1) {
        throw std::runtime_error("the process that started this one has ended");
    }
}

void ServedParent::notify() const noexcept {
    const char byte = '.';
    static_cast<void>(::send(socket_, &byte, 1, MSG_NOSIGNAL));
}

bool ServedParent::hasEnded() const noexcept {
    char byte = 0;
    return ::recv(socket_, &byte, 1, MSG_DONTWAIT | MSG_PEEK) == 0;
}

}  // namespace gantry::server
