#pragma once

#include <gantry/plugin.hpp>
#include <performance/Measurement.hpp>

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "GroupStates.hpp"
#include "Switchboard.hpp"
#include "TimerRecord.hpp"

namespace performance::multiplexer {

/// What is reported of every change of the backends that measure.
class Follower {
public:
    virtual ~Follower() = default;
    virtual void follow(const Route& route) = 0;

protected:
    Follower() = default;
    Follower(const Follower&) = default;
    Follower& operator=(const Follower&) = default;
};

/// What all measuring objects of one multiplexer share; each of them keeps it alive. Any thread.
class BackendSet final {
public:
    explicit BackendSet(std::shared_ptr<const gantry::Library> library)
        : library_(std::move(library)) {}
    ~BackendSet() { board_->close(); }
    BackendSet(const BackendSet&) = delete;
    BackendSet& operator=(const BackendSet&) = delete;

    [[nodiscard]] const gantry::Library& library() const noexcept { return *library_; }
    [[nodiscard]] Switchboard& board() const noexcept { return *board_; }
    GroupStates& groups() noexcept { return groups_; }

    /// A timer from now on; throws gantry::Error where there are too many.
    TimerRecord& beginTimer(Identity identity, bool isPhase);
    /// Nobody starts it any more; it may be open.
    void endTimer(TimerRecord& timer) noexcept;

    /// A number for an event, until endEvent.
    std::uint32_t beginEvent();
    void endEvent(std::uint32_t number) noexcept;

    /// The backend at that uses port, by the port's number, or none. One that is connected to
    /// several ports measures once.
    void connect(std::size_t port, std::shared_ptr<Measurement> backend);
    void disconnect(std::size_t port);
    /// Only the backends at these ports measure; all when there are none.
    void setActive(std::vector<std::size_t> ports);

    void addFollower(const std::shared_ptr<Follower>& follower);

private:
    void change();
    void bringToGroupStates(Backend& backend) noexcept;

    std::shared_ptr<const gantry::Library> library_;
    std::shared_ptr<Switchboard> board_ = std::make_shared<Switchboard>();
    GroupStates groups_;

    std::mutex timersMutex_;
    std::deque<TimerRecord> timers_;
    // Whose handles are gone: those that may be open, and those to be used again.
    std::vector<TimerRecord*> ended_;
    std::vector<TimerRecord*> freeTimers_;
    std::vector<TimerRecord*> freePhases_;
    std::uint32_t events_ = 0;
    std::vector<std::uint32_t> freeEvents_;

    // Held over a whole change, so that changes come one after the other.
    std::mutex changing_;
    std::map<std::size_t, std::shared_ptr<Backend>> connected_;
    std::vector<std::size_t> active_;
    std::mutex followersMutex_;
    std::vector<std::weak_ptr<Follower>> followers_;
};

}  // namespace performance::multiplexer
