#include <server/ControlProtocol.hpp>
#include <server/detail/ControlPeer.hpp>

#include <cerrno>
#include <poll.h>
#include <sys/socket.h>

namespace gantry::server {

short ControlPeer::events() const noexcept {
    // Output first: while a reply waits for a slow reader, nothing more is read from it.
    if (!output_.empty()) {
        return POLLOUT;
    }
    return busy_ || inputEnded_ ? 0 : POLLIN;
}

bool ControlPeer::step(short happened) {
    // Both directions are closed: there is nobody to answer.
    if ((happened & (POLLERR | POLLHUP | POLLNVAL)) != 0) {
        return false;
    }
    if ((happened & POLLIN) != 0 && !receive()) {
        return false;
    }
    if ((happened & POLLOUT) != 0 && !send()) {
        return false;
    }
    // A client may shut down its sending side and still wait for replies: it stays until its
    // last whole request is answered.
    const bool more = busy_ || !output_.empty() || input_.find('\n') != std::string::npos;
    return more || !inputEnded_;
}

bool ControlPeer::receive() {
    char part[16384];
    const ssize_t size = ::recv(descriptor(), part, sizeof part, MSG_DONTWAIT);
    if (size < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    inputEnded_ = size == 0;
    input_.append(part, static_cast<std::size_t>(size));
    return true;
}

bool ControlPeer::send() {
    const ssize_t size = ::send(descriptor(), output_.data() + sent_, output_.size() - sent_,
                                MSG_DONTWAIT | MSG_NOSIGNAL);
    if (size < 0) {
        return errno == EAGAIN || errno == EINTR;
    }
    sent_ += static_cast<std::size_t>(size);
    lastSign_ = Clock::now();
    if (sent_ == output_.size()) {
        // Assigned, not cleared, so that the memory of a large reply is freed.
        output_ = {};
        sent_ = 0;
    }
    return true;
}

std::optional<std::string> ControlPeer::nextRequest() {
    const std::size_t end = input_.find('\n');
    if (busy_ || !output_.empty() || end == std::string::npos || end > kLongestRequest) {
        return std::nullopt;
    }
    std::string line = input_.substr(0, end);
    input_.erase(0, end + 1);
    busy_ = true;
    ++requests_;
    lastSign_ = Clock::now();
    return line;
}

bool ControlPeer::saysTooMuch() const noexcept {
    // npos, no line feed so far, is larger than any limit.
    return !busy_ && input_.find('\n') > kLongestRequest && input_.size() > kLongestRequest;
}

void ControlPeer::answer(const std::string& line) {
    output_ += line;
    busy_ = false;
    lastSign_ = Clock::now();
}

void ControlPeer::dismiss(const std::string& line) {
    input_ = {};
    inputEnded_ = true;
    // What the client still sends is dropped by the kernel, so that it never fills the socket.
    ::shutdown(descriptor(), SHUT_RD);
    answer(line);
}

}  // namespace gantry::server
