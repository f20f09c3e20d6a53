#pragma once

#include <base/files/Descriptor.hpp>

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

namespace parallel::local {

/// What a message is for, so that no message of a component meets ours.
enum class Channel : std::int32_t { User, Collective, Agreement, Result, Abort, Ended };

/// Where a process stands among the others.
struct Place {
    int rank = 0;
    int size = 1;
    std::filesystem::path folder{};  ///< of the sockets of this run; empty for one rank

    /// By the environment. Throws gantry::Error where that contradicts itself.
    static Place fromEnvironment();
};

/// Messages between the processes of one machine, in order for each pair and channel. Any thread
/// may call. Sockets are made when a message is first sent; a thread reads them all, so that
/// a rank can send while the others do. Errors are thrown as gantry::Error.
class Links final {
public:
    using Clock = std::chrono::steady_clock;
    /// Gets the messages of Channel::Agreement and Channel::Abort, on the reading thread, and
    /// Channel::Ended without data where a rank has ended that sent something before.
    using Handler = std::function<void(Channel channel, int from, const std::string& data)>;

    Links(Place place, Handler handler);
    /// Ends the reading thread. The socket of this rank stays in the folder, so that who comes
    /// later learns that it has ended.
    ~Links();
    Links(const Links&) = delete;
    Links& operator=(const Links&) = delete;

    /// Makes the socket of this rank, and begins to read. Throws where that is not possible.
    void start();

    [[nodiscard]] const Place& place() const { return place_; }

    void send(int to, Channel channel, std::int32_t tag, const std::string& data);
    /// Sends it only to a rank that already is there; says nothing where it is not.
    void sendIfPresent(int to, Channel channel, const std::string& data) noexcept;
    /// The next message, or nothing after that time. Throws where the rank has ended without it.
    std::optional<std::string> receive(int from, Channel channel, std::int32_t tag,
                                       Clock::time_point end = Clock::time_point::max());

private:
    struct Sender {
        std::mutex mutex;
        gantry::base::Descriptor socket;
    };
    struct Incoming {
        gantry::base::Descriptor socket;
        int from = -1;
    };
    using Key = std::tuple<int, Channel, std::int32_t>;

    void listen();
    void connect(Sender& sender, int to, Clock::time_point end) const;
    void write(Sender& sender, int to, Channel channel, std::int32_t tag, const std::string& data);
    void read();
    bool readMessage(Incoming& incoming);
    void end(int from);
    void checkRank(int rank) const;

    Place place_;
    Handler handler_;
    gantry::base::Descriptor listener_;
    gantry::base::Descriptor stop_;
    std::vector<Sender> senders_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<Key, std::deque<std::string>> waiting_;
    std::set<int> ended_;
    std::thread reader_;
};

}  // namespace parallel::local
