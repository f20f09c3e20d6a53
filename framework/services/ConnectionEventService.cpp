#include <gov/cca/ports/ConnectionEventService.hpp>

#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

using gov::cca::ports::ConnectionEventListener;
using gov::cca::ports::EventType;

class ConnectionEventService final : public gov::cca::ports::ConnectionEventService {
public:
    // Weak, because the instance keeps this port.
    explicit ConnectionEventService(const std::shared_ptr<Instance>& user) : user_(user) {}

    void addConnectionEventListener(EventType et,
                                    const std::shared_ptr<ConnectionEventListener>& cel) override {
        if (const auto user = user_.lock()) {
            user->listeners().add(et, cel);
        }
    }

    void removeConnectionEventListener(
        EventType et, const std::shared_ptr<ConnectionEventListener>& cel) override {
        if (const auto user = user_.lock()) {
            user->listeners().remove(et, cel);
        }
    }

private:
    std::weak_ptr<Instance> user_;
};

}  // namespace

std::shared_ptr<gov::cca::Port> makeConnectionEventService(const std::shared_ptr<Instance>& user) {
    return std::make_shared<ConnectionEventService>(user);
}

}  // namespace gantry::framework
