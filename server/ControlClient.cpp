#include <server/ControlClient.hpp>
#include <server/ControlSocket.hpp>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cmath>
#include <cstring>
#include <poll.h>
#include <stdexcept>
#include <sys/socket.h>

namespace gantry::server {

ControlClient::ControlClient(const std::string& word, std::optional<double> timeout)
    : word_(word),
      timeout_(timeout),
      socket_(connectToControl(controlPath(word))),
      greeting_(readGreeting(readLine())) {}

std::string ControlClient::ask(const std::string& command) {
    if (command.find('\n') != std::string::npos) {
        throw std::runtime_error("a command is one line; give several commands as several words");
    }
    const std::string line = command + '\n';
    for (std::size_t sent = 0; sent < line.size();) {
        const ssize_t size =
            ::send(socket_.number(), line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
        if (size < 0 && errno != EINTR) {
            // A server that refuses more input has sent the reason already: read that instead.
            break;
        }
        sent += static_cast<std::size_t>(std::max<ssize_t>(size, 0));
    }
    return readLine();
}

std::string ControlClient::readLine() {
    std::size_t searched = 0;
    for (;;) {
        const std::size_t end = input_.find('\n', searched);
        if (end != std::string::npos) {
            std::string line = input_.substr(0, end + 1);
            input_.erase(0, end + 1);
            return line;
        }
        // Something else listens there; do not fill the memory with what it sends.
        if (input_.size() > kLongestLine) {
            throw std::runtime_error("the process that listens at '" + word_ +
                                     "' sends more than a container does");
        }
        // What was searched already has no line feed.
        searched = input_.size();
        awaitInput();
        char part[65536];
        const ssize_t size = ::recv(socket_.number(), part, sizeof part, 0);
        if (size == 0 || (size < 0 && errno != EINTR)) {
            throw std::runtime_error(
                "'" + word_ + "' closed the connection without a reply; has the program ended?");
        }
        input_.append(part, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    }
}

void ControlClient::awaitInput() const {
    if (!timeout_) {
        return;
    }
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    pollfd watched{socket_.number(), POLLIN, 0};
    int ready = -1;
    // A signal that interrupts the wait does not prolong it.
    do {
        const std::chrono::duration<double> waited = Clock::now() - begin;
        const double left = std::max((*timeout_ - waited.count()) * 1000, 0.0);
        ready = ::poll(&watched, 1,
                       static_cast<int>(std::min(std::ceil(left), static_cast<double>(INT_MAX))));
    } while (ready < 0 && errno == EINTR);
    if (ready == 0) {
        throw std::runtime_error(
            "'" + word_ + "' has not replied in time; a command that has begun there continues");
    }
    // Any other error of poll is one that recv reports as well.
}

}  // namespace gantry::server
