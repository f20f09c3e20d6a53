#pragma once

#include <server/api/LiveStates.hpp>
#include <server/api/RunApi.hpp>
#include <server/http/HttpTypes.hpp>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace gantry::server {

/// Replies for a program that runs: those of its newest state, and /api/live for who watches it.
/// Any thread may call any function.
class LiveApi final {
public:
    /// Reads the state as it is now; nothing where the newest that is known is the last one. Called
    /// in the thread of the server.
    using Read = std::function<std::optional<ServedRun>()>;

    /// read: for replies to single requests, so that a program is not read while nobody asks.
    /// control: as of LiveStates. read may throw what it likes: the reply then has status 500. It
    /// is called at most once in 50 ms, from within reply(), so that it delays the server's thread
    /// by as long as it takes. What read and control refer to must live as long as this object.
    LiveApi(std::string title, Read read, LiveControl control = {});

    /// The newest state, for those who watch. What is being read of the one before stays whole.
    /// Costs some 10 ms for 10,000 timers; call HttpServer::wake() afterwards.
    void update(ServedRun run, LiveStates::Facts facts);

    /// For who decides how often to read: LiveStates::fastestRate().
    [[nodiscard]] const LiveStates& states() const { return *states_; }
    /// Status 404 before anything was measured, 426 for /api/live without a WebSocket, 400 for a
    /// wrong query; all other paths as RunApi::reply() of the newest state.
    [[nodiscard]] HttpReply reply(const HttpRequest& request) const;

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] std::shared_ptr<const RunApi> newest() const;
    void keep(std::shared_ptr<const RunApi> made) const;

    std::string title_;
    Read read_;
    std::shared_ptr<LiveStates> states_;
    mutable std::mutex mutex_;
    mutable std::shared_ptr<const RunApi> newest_;
    mutable Clock::time_point since_;  // when newest_ was made
};

}  // namespace gantry::server
