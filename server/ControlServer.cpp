#include <server/ControlServer.hpp>

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <system_error>
#include <utility>

namespace gantry::server {

ControlServer::ControlServer(int listening, const Greeting& greeting,
                             std::function<void(Request)> receive, ControlLimits limits)
    : listening_(listening),
      greeting_(toLine(greeting)),
      receive_(std::move(receive)),
      limits_(limits),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (wake_.number() < 0) {
        throw std::system_error(errno, std::generic_category(), "eventfd");
    }
    // Last: everything that the thread uses is there.
    thread_ = std::thread([this] { serve(); });
}

ControlServer::~ControlServer() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
    }
    wake();
    thread_.join();
}

// The thread owns the sockets; others only queue an answer and wake it.
void ControlServer::answer(std::uint64_t client, const Reply& reply) {
    {
        const std::lock_guard lock(mutex_);
        answers_.push_back({client, toLine(reply)});
    }
    wake();
}

bool ControlServer::isConnected(std::uint64_t client) const {
    const std::lock_guard lock(mutex_);
    return std::find(connected_.begin(), connected_.end(), client) != connected_.end();
}

void ControlServer::wake() const noexcept {
    ::eventfd_write(wake_.number(), 1);
}

// Answers before input: a client whose reply is sent may send the next request in the same round.
void ControlServer::serve() {
    std::vector<pollfd> watched;
    while (takeAnswers()) {
        // While there is no room the listening socket is not polled: it would be ready all the
        // time, and the loop would spin.
        const short listens = crowded_ && !makeRoom() ? 0 : POLLIN;
        // In the order of peers_, which does not change until the loop below.
        watched.assign({{wake_.number(), POLLIN, 0}, {listening_, listens, 0}});
        for (const auto& [id, peer] : peers_) {
            watched.push_back({peer.descriptor(), peer.events(), 0});
        }
        const int happened =
            ::poll(watched.data(), watched.size(), listens == 0 ? patienceLeft() : -1);
        if (happened == 0 && peers_.size() < limits_.clients) {
            crowded_ = false;
        }
        eventfd_t ignored = 0;
        // Resets the wake-up before the answers are taken: one that comes later wakes poll() again.
        ::eventfd_read(wake_.number(), &ignored);
        auto peer = peers_.begin();
        for (std::size_t i = 2; i < watched.size(); ++i) {
            peer = watched[i].revents == 0 ? std::next(peer) : advance(peer, watched[i].revents);
        }
        if (watched[1].revents != 0 && makeRoom()) {
            acceptOne();
        }
    }
    for (auto& [id, peer] : peers_) {
        // The end: last replies, as far as the sockets take them at once.
        static_cast<void>(peer.step(POLLOUT));
    }
}

bool ControlServer::takeAnswers() {
    std::vector<Answer> answers;
    bool ending = false;
    {
        const std::lock_guard lock(mutex_);
        answers.swap(answers_);
        ending = ending_;
    }
    for (const Answer& answer : answers) {
        if (const auto peer = peers_.find(answer.client); peer != peers_.end()) {
            peer->second.answer(answer.line);
            // At once, without another round of poll(): nearly always the socket takes it.
            advance(peer, POLLOUT);
        }
    }
    return !ending;
}

ControlServer::Peers::iterator ControlServer::advance(Peers::iterator peer, short happened) {
    ControlPeer& client = peer->second;
    if (!client.step(happened)) {
        return drop(peer);
    }
    if (auto line = client.nextRequest()) {
        receive_({peer->first, client.requests(), *std::move(line)});
    } else if (client.saysTooMuch()) {
        client.dismiss(toLine(
            Reply{client.requests() + 1,
                  {},
                  "a request is one line of at most " + std::to_string(kLongestRequest) + " bytes",
                  std::nullopt}));
    }
    return std::next(peer);
}

ControlServer::Peers::iterator ControlServer::drop(Peers::iterator peer) {
    // isConnected() is asked by other threads; peers_ itself is not shared.
    const std::lock_guard lock(mutex_);
    std::erase(connected_, peer->first);
    crowded_ = false;
    return peers_.erase(peer);
}

void ControlServer::acceptOne() {
    base::Descriptor socket(::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (socket.number() < 0) {
        // The process has no descriptor left: the client waits as if there were no room.
        crowded_ = errno == EMFILE || errno == ENFILE;
        return;
    }
    // Never used again, so a late answer cannot reach another client.
    const std::uint64_t id = ++accepted_;
    peers_.emplace(id, ControlPeer(std::move(socket), greeting_));
    const std::lock_guard lock(mutex_);
    connected_.push_back(id);
}

// A client that has a request in progress is never dropped, however long that takes.
bool ControlServer::makeRoom() {
    if (!crowded_ && peers_.size() < limits_.clients) {
        return true;
    }
    crowded_ = true;
    const auto silent = mostSilent();
    if (silent == peers_.end() ||
        ControlPeer::Clock::now() - silent->second.lastSign() < limits_.patience) {
        return false;
    }
    drop(silent);
    return true;
}

ControlServer::Peers::iterator ControlServer::mostSilent() {
    auto found = peers_.end();
    for (auto peer = peers_.begin(); peer != peers_.end(); ++peer) {
        if (peer->second.isIdle() &&
            (found == peers_.end() || peer->second.lastSign() < found->second.lastSign())) {
            found = peer;
        }
    }
    return found;
}

int ControlServer::patienceLeft() {
    constexpr int kAgain = 100;
    const auto silent = mostSilent();
    if (silent == peers_.end()) {
        // No client can be dropped. Below the limit the process was out of descriptors, which
        // other parts of it may free at any time, so try again soon.
        return peers_.size() < limits_.clients ? kAgain : -1;
    }
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(
        silent->second.lastSign() + limits_.patience - ControlPeer::Clock::now());
    return static_cast<int>(std::max<std::chrono::milliseconds::rep>(left.count(), 0));
}

}  // namespace gantry::server
