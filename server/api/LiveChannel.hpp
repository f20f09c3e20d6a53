#pragma once

#include <server/api/LiveStates.hpp>
#include <server/http/HttpTypes.hpp>

#include <atomic>
#include <chrono>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace gantry::server {

/// One client of LiveStates. Of the thread of the server, but for rate().
class LiveChannel final : public HttpChannel {
public:
    LiveChannel(std::shared_ptr<LiveStates> states, const HttpRequest& request, bool lines);
    LiveChannel(const LiveChannel&) = delete;
    LiveChannel& operator=(const LiveChannel&) = delete;
    ~LiveChannel() override;

    Next next(std::chrono::steady_clock::time_point now) override;
    void receive(const std::string& message) override;

    /// States a second that it wants; 0: none yet. Any thread.
    [[nodiscard]] double rate() const noexcept { return rate_; }

private:
    /// Replies to requests, which come from other threads, also when the client has gone.
    struct Replies {
        std::mutex mutex;
        std::deque<std::string> texts;
        std::size_t awaited = 0;
    };

    void subscribe(const perf::Json& message);
    void subscribe(const HttpRequest& request);
    void resume(const std::string& stream, std::uint64_t since);
    void setRate(double rate);
    void control(const perf::Json& message);
    [[nodiscard]] Next nextState(std::chrono::steady_clock::time_point now);
    [[nodiscard]] Next text(std::string text, bool ends = false) const;

    const std::shared_ptr<LiveStates> states_;
    const std::shared_ptr<Replies> replies_ = std::make_shared<Replies>();
    const bool lines_;
    std::atomic<double> rate_{0};
    std::string problem_;  // what was wrong with a message; then it is the last one
    bool greeted_ = false;
    bool acknowledges_ = false;
    std::uint32_t known_ = 0;         // the state that the client has; 0: none
    std::uint32_t acknowledged_ = 0;  // the last that it said it has
    LiveParts parts_;
    std::optional<std::chrono::steady_clock::time_point> sent_;
};

}  // namespace gantry::server
