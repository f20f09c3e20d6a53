#include "Links.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace parallel::local {

namespace {

/// How long a rank that has not begun is waited for.
constexpr std::chrono::seconds kStartTime{60};
// Between two attempts to reach a rank that has not begun.
constexpr std::chrono::milliseconds kRetry{5};
constexpr int kMostRanks = 4096;

// In the byte order of the machine: both ends are on it. Sent as it is, so padding is named.
struct Header {
    std::uint64_t size = 0;
    Channel channel = Channel::User;
    std::int32_t tag = 0;
    std::int32_t from = 0;
    std::int32_t reserved = 0;
};

[[noreturn]] void refuse(const std::string& note) {
    throw gantry::Error(gov::cca::CCAExceptionType::NetworkError, note);
}

[[noreturn]] void refuse(const std::string& what, int code) {
    refuse(what + ": " + std::generic_category().message(code));
}

std::optional<int> numberIn(const char* variable) {
    const char* const text = std::getenv(variable);
    if (text == nullptr) {
        return std::nullopt;
    }
    const std::string_view word = text;
    int number = -1;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) {
        refuse(std::string(variable) + " must be a whole number, not '" + text + "'");
    }
    return number;
}

sockaddr_un addressOf(const Place& place, const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = (place.folder / name).string();
    if (path.size() >= sizeof address.sun_path) {
        refuse("GANTRY_LOCAL_FOLDER: the path of a socket would be too long: " + path +
               "; name a folder with a path of at most 90 bytes");
    }
    std::memcpy(address.sun_path, path.c_str(), path.size());
    return address;
}

gantry::base::Descriptor newSocket() {
    gantry::base::Descriptor made(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (!made) {
        refuse("a socket cannot be created", errno);
    }
    return made;
}

std::string nameOf(int rank) {
    return "rank" + std::to_string(rank);
}

bool writeAll(int socket, const void* data, std::size_t size) {
    const char* at = static_cast<const char*>(data);
    while (size > 0) {
        // Without SIGPIPE where the other rank has ended.
        const ssize_t written = ::send(socket, at, size, MSG_NOSIGNAL);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        at += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

bool readAll(int socket, void* data, std::size_t size) {
    char* at = static_cast<char*>(data);
    while (size > 0) {
        const ssize_t got = ::recv(socket, at, size, 0);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return false;
        }
        at += got;
        size -= static_cast<std::size_t>(got);
    }
    return true;
}

// A size that is not that of a message, or does not fit, ends the link like the end of its rank.
// Memory is taken as data comes, so that a size alone costs none.
bool readData(int socket, std::uint64_t size, std::string& data) {
    constexpr std::uint64_t kPiece = 1U << 24U;
    try {
        while (data.size() < size) {
            const std::size_t before = data.size();
            data.resize(before + std::min(size - before, std::max<std::uint64_t>(kPiece, before)));
            if (!readAll(socket, data.data() + before, data.size() - before)) {
                return false;
            }
        }
        return true;
    } catch (const std::exception&) {
        return false;
    }
}

std::string named(int rank) {
    return "rank " + std::to_string(rank);
}

}  // namespace

Place Place::fromEnvironment() {
    const std::optional<int> rank = numberIn("GANTRY_LOCAL_RANK");
    const std::optional<int> size = numberIn("GANTRY_LOCAL_SIZE");
    const char* const folder = std::getenv("GANTRY_LOCAL_FOLDER");
    if (!rank && !size) {
        return {};
    }
    if (!rank || !size || *size < 1 || *size > kMostRanks || *rank < 0 || *rank >= *size) {
        refuse("GANTRY_LOCAL_RANK and GANTRY_LOCAL_SIZE must name a rank of 1 to " +
               std::to_string(kMostRanks) + " ranks");
    }
    if (*size > 1 && (folder == nullptr || *folder == '\0')) {
        refuse("GANTRY_LOCAL_FOLDER is missing: name an empty folder for the sockets of the run");
    }
    return {*rank, *size, folder == nullptr ? "" : folder};
}

Links::Links(Place place, Handler handler)
    : place_(std::move(place)),
      handler_(std::move(handler)),
      senders_(static_cast<std::size_t>(place_.size)) {}

void Links::start() {
    if (place_.size > 1) {
        listen();
        reader_ = std::thread([this] { read(); });
    }
}

Links::~Links() {
    if (reader_.joinable()) {
        const std::uint64_t one = 1;
        // Wakes the reading thread; its result cannot matter.
        (void)!::write(stop_.number(), &one, sizeof one);
        reader_.join();
    }
}

void Links::checkRank(int rank) const {
    if (rank < 0 || rank >= place_.size) {
        refuse(named(rank) + " does not exist: this run has the ranks 0 to " +
               std::to_string(place_.size - 1));
    }
}

void Links::listen() {
    const sockaddr_un address = addressOf(place_, nameOf(place_.rank));
    const sockaddr_un unready = addressOf(place_, "new" + std::to_string(place_.rank));
    stop_ = gantry::base::Descriptor(::eventfd(0, EFD_CLOEXEC));
    listener_ = newSocket();
    const auto* const plain = reinterpret_cast<const sockaddr*>(&unready);
    // Under its name only when it listens: a socket that does not is one of a rank that has ended.
    const bool bound = stop_ && ::bind(listener_.number(), plain, sizeof unready) == 0;
    const bool done = bound && ::listen(listener_.number(), kMostRanks) == 0 &&
                      ::link(unready.sun_path, address.sun_path) == 0;
    const int code = errno;
    if (bound) {
        ::unlink(unready.sun_path);
    }
    if (!done) {
        listener_.close();
        stop_.close();
        refuse(
            std::string(address.sun_path) +
                ": a socket of this rank cannot be created; GANTRY_LOCAL_FOLDER must be an empty "
                "folder that no other run uses",
            code);
    }
}

void Links::connect(Sender& sender, int to, Clock::time_point end) const {
    const sockaddr_un address = addressOf(place_, nameOf(to));
    for (;;) {
        gantry::base::Descriptor made = newSocket();
        if (::connect(made.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) ==
            0) {
            sender.socket = std::move(made);
            return;
        }
        const int code = errno;
        made.close();
        // A rank that has not begun has no socket yet.
        const bool mayCome = code == ENOENT || code == EAGAIN || code == EINTR;
        if (!mayCome || Clock::now() >= end) {
            refuse(code == ECONNREFUSED ? named(to) + " has ended"
                                        : named(to) + " cannot be reached");
        }
        std::this_thread::sleep_for(kRetry);
    }
}

void Links::write(Sender& sender, int to, Channel channel, std::int32_t tag,
                  const std::string& data) {
    const Header header{data.size(), channel, tag, place_.rank, 0};
    if (!writeAll(sender.socket.number(), &header, sizeof header) ||
        !writeAll(sender.socket.number(), data.data(), data.size())) {
        refuse(named(to) + " has ended before it got a message");
    }
}

void Links::send(int to, Channel channel, std::int32_t tag, const std::string& data) {
    checkRank(to);
    if (to == place_.rank) {
        const std::lock_guard lock(mutex_);
        waiting_[{to, channel, tag}].push_back(data);
        changed_.notify_all();
        return;
    }
    Sender& sender = senders_[static_cast<std::size_t>(to)];
    const std::lock_guard lock(sender.mutex);
    if (!sender.socket) {
        connect(sender, to, Clock::now() + kStartTime);
    }
    write(sender, to, channel, tag, data);
}

void Links::sendIfPresent(int to, Channel channel, const std::string& data) noexcept {
    try {
        Sender& sender = senders_[static_cast<std::size_t>(to)];
        const std::lock_guard lock(sender.mutex);
        if (!sender.socket) {
            connect(sender, to, Clock::now());
        }
        write(sender, to, channel, 0, data);
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): it is not there.
    }
}

std::optional<std::string> Links::receive(int from, Channel channel, std::int32_t tag,
                                          Clock::time_point end) {
    checkRank(from);
    std::unique_lock lock(mutex_);
    std::deque<std::string>& messages = waiting_[{from, channel, tag}];
    while (messages.empty()) {
        if (from == place_.rank && place_.size == 1) {
            refuse("no message with tag " + std::to_string(tag) +
                   " was sent: with one rank nobody else can send it; send before receiving");
        }
        if (ended_.count(from) > 0) {
            refuse(named(from) + " has ended without sending what was expected");
        }
        if (end == Clock::time_point::max()) {
            changed_.wait(lock);
        } else if (changed_.wait_until(lock, end) == std::cv_status::timeout && messages.empty()) {
            return std::nullopt;
        }
    }
    std::string data = std::move(messages.front());
    messages.pop_front();
    return data;
}

bool Links::readMessage(Incoming& incoming) {
    Header header;
    if (!readAll(incoming.socket.number(), &header, sizeof header) || header.from < 0 ||
        header.from >= place_.size) {
        return false;
    }
    incoming.from = header.from;
    std::string data;
    if (!readData(incoming.socket.number(), header.size, data)) {
        return false;
    }
    // These are acted on at once by the reading thread, whatever this rank is doing.
    if (header.channel == Channel::Agreement || header.channel == Channel::Abort) {
        handler_(header.channel, header.from, data);
        return true;
    }
    const std::lock_guard lock(mutex_);
    waiting_[{header.from, header.channel, header.tag}].push_back(std::move(data));
    changed_.notify_all();
    return true;
}

// -1 for one that never sent a message: nobody waits for that.
void Links::end(int from) {
    {
        const std::lock_guard lock(mutex_);
        ended_.insert(from);
        changed_.notify_all();
    }
    if (from >= 0) {
        handler_(Channel::Ended, from, {});
    }
}

void Links::read() {
    std::vector<Incoming> links;
    for (;;) {
        // Made anew each time: links come and go.
        std::vector<pollfd> polled{{stop_.number(), POLLIN, 0}, {listener_.number(), POLLIN, 0}};
        for (const Incoming& link : links) {
            polled.push_back({link.socket.number(), POLLIN, 0});
        }
        if (::poll(polled.data(), polled.size(), -1) < 0 && errno != EINTR) {
            break;
        }
        if (polled[0].revents != 0) {
            break;
        }
        // From the end, so that erasing one does not move those that come next.
        for (std::size_t i = links.size(); i-- > 0;) {
            if (polled[i + 2].revents != 0 && !readMessage(links[i])) {
                const int from = links[i].from;
                links.erase(links.begin() + static_cast<std::ptrdiff_t>(i));
                end(from);
            }
        }
        if ((polled[1].revents & POLLIN) != 0) {
            gantry::base::Descriptor accepted(
                ::accept4(listener_.number(), nullptr, nullptr, SOCK_CLOEXEC));
            if (accepted) {
                links.push_back({std::move(accepted), -1});
            }
        }
    }
}

}  // namespace parallel::local
