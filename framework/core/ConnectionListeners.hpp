#pragma once

#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ConnectionEventListener.hpp>
#include <gov/cca/ports/EventType.hpp>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace gantry::framework {

/// The listeners to one instance's connections. Any thread may use it. Listeners are called without
/// its lock, so they may add and remove listeners.
class ConnectionListeners final {
public:
    using Listener = std::shared_ptr<gov::cca::ports::ConnectionEventListener>;

    /// Null is ignored. The same listener may be added for several types of events.
    void add(gov::cca::ports::EventType type, Listener listener);
    /// Removes what was added with the same two arguments.
    void remove(gov::cca::ports::EventType type, const Listener& listener);
    /// Removes all, and drops them outside of the lock: a listener may be the last owner of a
    /// component.
    void clear();
    /// For callers that would prepare an event for nothing.
    [[nodiscard]] bool isEmpty() const;

    /// Calls every listener for that type of event. What a listener throws is dropped: it cannot
    /// stop a change.
    void notify(gov::cca::ports::EventType type,
                const std::shared_ptr<gov::cca::TypeMap>& port) const;

private:
    mutable std::mutex mutex_;
    std::vector<std::pair<gov::cca::ports::EventType, Listener>> listeners_;
};

}  // namespace gantry::framework
