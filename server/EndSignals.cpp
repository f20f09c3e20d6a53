#include <server/EndSignals.hpp>

#include <cerrno>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gantry::server {

namespace {

sigset_t endingSignals() {
    sigset_t set{};
    sigemptyset(&set);
    for (const int number : {SIGINT, SIGTERM}) {
        struct sigaction action {};
        // An ignored signal (nohup) or a handler of the program stays in effect.
        if (::sigaction(number, nullptr, &action) == 0 && action.sa_handler == SIG_DFL) {
            sigaddset(&set, number);
        }
    }
    return set;
}

// The default action ends the process with the right status for its parent; exit() would not.
void endBy(int number) {
    sigset_t set{};
    sigemptyset(&set);
    sigaddset(&set, number);
    ::pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    ::raise(number);
}

}  // namespace

EndSignals::EndSignals() : taken_(endingSignals()) {
    // Before the signalfd: it gets only signals that are blocked, and in every thread.
    ::pthread_sigmask(SIG_BLOCK, &taken_, &before_);
    signals_ = base::Descriptor(::signalfd(-1, &taken_, SFD_CLOEXEC | SFD_NONBLOCK));
    stop_ = base::Descriptor(::eventfd(0, EFD_CLOEXEC));
    if (signals_.number() < 0 || stop_.number() < 0) {
        ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
        throw std::system_error(errno, std::generic_category(), "signals cannot be watched");
    }
    thread_ = std::thread([this] { watch(); });
}

EndSignals::~EndSignals() {
    ::eventfd_write(stop_.number(), 1);
    thread_.join();
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void EndSignals::handle(std::function<bool(int)> handler) {
    // Held while the handler runs, so that handle() waits for it.
    const std::lock_guard lock(mutex_);
    handler_ = std::move(handler);
}

void EndSignals::watch() {
    pollfd watched[]{{signals_.number(), POLLIN, 0}, {stop_.number(), POLLIN, 0}};
    // Signals before the stop: one that came first is still handled.
    while (watched[1].revents == 0) {
        ::poll(watched, 2, -1);
        signalfd_siginfo info{};
        if (::read(signals_.number(), &info, sizeof info) != sizeof info) {
            continue;
        }
        const auto number = static_cast<int>(info.ssi_signo);
        const std::lock_guard lock(mutex_);
        if (!handler_ || !handler_(number)) {
            endBy(number);
        }
    }
}

}  // namespace gantry::server
