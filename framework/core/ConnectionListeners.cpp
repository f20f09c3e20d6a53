#include "core/ConnectionListeners.hpp"

#include <gov/cca/ports/ConnectionEvent.hpp>

#include <algorithm>

namespace gantry::framework {
namespace {

using gov::cca::ports::EventType;

class Event final : public gov::cca::ports::ConnectionEvent {
public:
    Event(EventType type, std::shared_ptr<gov::cca::TypeMap> port)
        : type_(type), port_(std::move(port)) {}

    EventType getEventType() override { return type_; }
    std::shared_ptr<gov::cca::TypeMap> getPortInfo() override { return port_; }

private:
    EventType type_;
    std::shared_ptr<gov::cca::TypeMap> port_;
};

}  // namespace

void ConnectionListeners::add(EventType type, Listener listener) {
    if (listener) {
        const std::lock_guard lock(mutex_);
        listeners_.emplace_back(type, std::move(listener));
    }
}

void ConnectionListeners::remove(EventType type, const Listener& listener) {
    // Declared before the lock, so that it is destroyed after it: a destructor may call back.
    Listener dropped;
    const std::lock_guard lock(mutex_);
    const auto found = std::find(listeners_.begin(), listeners_.end(), std::pair(type, listener));
    if (found != listeners_.end()) {
        dropped = std::move(found->second);
        listeners_.erase(found);
    }
}

void ConnectionListeners::clear() {
    std::vector<std::pair<EventType, Listener>> dropped;
    const std::lock_guard lock(mutex_);
    dropped.swap(listeners_);
}

bool ConnectionListeners::isEmpty() const {
    const std::lock_guard lock(mutex_);
    return listeners_.empty();
}

void ConnectionListeners::notify(EventType type,
                                 const std::shared_ptr<gov::cca::TypeMap>& port) const {
    std::vector<std::pair<EventType, Listener>> listeners;
    {
        const std::lock_guard lock(mutex_);
        // A copy: listeners run without the lock and may change the list.
        listeners = listeners_;
    }
    for (const auto& [wanted, listener] : listeners) {
        if (wanted == EventType::ALL || wanted == type) {
            try {
                listener->connectionActivity(std::make_shared<Event>(type, port));
            } catch (...) {  // NOLINT(bugprone-empty-catch): the change goes on whatever a listener
                             // thinks of it.
            }
        }
    }
}

}  // namespace gantry::framework
