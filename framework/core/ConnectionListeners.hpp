#pragma once

#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ConnectionEventListener.hpp>
#include <gov/cca/ports/EventType.hpp>

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace gantry::framework {

/// Those who want to hear of one instance's connections. Any thread may use it.
class ConnectionListeners final {
public:
    using Listener = std::shared_ptr<gov::cca::ports::ConnectionEventListener>;

    void add(gov::cca::ports::EventType type, Listener listener);
    /// Removes what was added with the same two arguments.
    void remove(gov::cca::ports::EventType type, const Listener& listener);
    void clear();
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
