#include "BackendSet.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <utility>

namespace performance::multiplexer {
namespace {

void checkRoom(std::size_t used, const char* what) {
    if (used >= SlotTable<Timer>::kCapacity) {
        throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                            "performance.Multiplexer has " + std::to_string(used) + ' ' + what +
                                ", the maximum number; release some that are not used");
    }
}

}  // namespace

// Numbers are reused, because backends keep a slot for each; phases and timers apart, since a
// record keeps its kind.
TimerRecord& BackendSet::beginTimer(Identity identity, bool isPhase) {
    const std::lock_guard lock(timersMutex_);
    std::vector<TimerRecord*>& unused = isPhase ? freePhases_ : freeTimers_;
    TimerRecord* record = nullptr;
    if (unused.empty()) {
        checkRoom(timers_.size(), "timers");
        record = &timers_.emplace_back(static_cast<std::uint32_t>(timers_.size()), isPhase);
    } else {
        record = unused.back();
        unused.pop_back();
    }
    record->begin(std::move(identity));
    return *record;
}

void BackendSet::endTimer(TimerRecord& timer) noexcept {
    try {
        std::vector<TimerRecord*> ended;
        {
            const std::lock_guard lock(timersMutex_);
            ended_.push_back(&timer);
            // Takes all records that wait, also those of other threads: a timer that was still open
            // then may be closed by now. No lock is held while backends are called.
            ended.swap(ended_);
        }
        const auto open = std::partition(ended.begin(), ended.end(), [this](const TimerRecord* t) {
            return !board_->isOpen(*t);
        });
        for (const auto& backend : board_->backends()) {
            std::for_each(ended.begin(), open,
                          [&](const TimerRecord* each) { backend->drop(*each); });
        }
        const std::lock_guard lock(timersMutex_);
        ended_.insert(ended_.end(), open, ended.end());
        std::for_each(ended.begin(), open, [this](TimerRecord* each) {
            (each->isPhase() ? freePhases_ : freeTimers_).push_back(each);
        });
    } catch (const std::bad_alloc&) {
        // Then its number is not used again.
        return;
    }
}

std::uint32_t BackendSet::beginEvent() {
    const std::lock_guard lock(timersMutex_);
    if (freeEvents_.empty()) {
        checkRoom(events_, "events");
        return events_++;
    }
    const std::uint32_t number = freeEvents_.back();
    freeEvents_.pop_back();
    return number;
}

void BackendSet::endEvent(std::uint32_t number) noexcept {
    try {
        for (const auto& backend : board_->backends()) {
            backend->events().take(number);
            backend->contextEvents().take(number);
        }
        const std::lock_guard lock(timersMutex_);
        freeEvents_.push_back(number);
    } catch (const std::bad_alloc&) {
        // Then its number is not used again.
        return;
    }
}

void BackendSet::connect(std::size_t port, std::shared_ptr<Measurement> backend) {
    const std::lock_guard lock(changing_);
    connected_[port] = std::make_shared<Backend>(std::move(backend));
    change();
}

void BackendSet::disconnect(std::size_t port) {
    const std::lock_guard lock(changing_);
    if (connected_.erase(port) > 0) {
        change();
    }
}

void BackendSet::setActive(std::vector<std::size_t> ports) {
    const std::lock_guard lock(changing_);
    active_ = std::move(ports);
    change();
}

// The caller holds changing_, so changes follow one another.
void BackendSet::change() {
    std::vector<std::shared_ptr<Backend>> backends;
    for (const auto& [port, backend] : connected_) {
        const bool active =
            active_.empty() || std::find(active_.begin(), active_.end(), port) != active_.end();
        // The same component through two ports would measure each call twice.
        const bool twice = std::any_of(backends.begin(), backends.end(),
                                       [&measurement = backend->measurement()](const auto& other) {
                                           return &other->measurement() == &measurement;
                                       });
        if (active && !twice) {
            backends.push_back(backend);
        }
    }
    const std::uint64_t version = groups_.version();
    for (const auto& backend : backends) {
        if (!board_->present()->has(*backend)) {
            bringToGroupStates(*backend);
        }
    }
    const Route route{backends};
    board_->change(std::move(backends));
    if (groups_.version() != version) {
        // Who switched may not have seen the new ones.
        for (const auto& backend : route.backends) {
            bringToGroupStates(*backend);
        }
    }
    std::vector<std::weak_ptr<Follower>> followers;
    {
        const std::lock_guard lock(followersMutex_);
        std::erase_if(followers_, [](const auto& follower) { return follower.expired(); });
        // A copy: this list is not locked while a follower calls backends.
        followers = followers_;
    }
    for (const auto& weak : followers) {
        if (const auto follower = weak.lock()) {
            follower->follow(route);
        }
    }
}

void BackendSet::bringToGroupStates(Backend& backend) noexcept {
    try {
        if (groups_.version() > 0) {
            if (const auto control = backend.control()) {
                groups_.applyTo(*control);
            }
        }
    } catch (...) {  // NOLINT(bugprone-empty-catch): a tool without groups measures them all
    }
}

void BackendSet::addFollower(const std::shared_ptr<Follower>& follower) {
    const std::lock_guard lock(followersMutex_);
    followers_.push_back(follower);
}

}  // namespace performance::multiplexer
