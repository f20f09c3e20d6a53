#include <wiring/Rewiring.hpp>

#include <utility>

#include "services/Ids.hpp"
#include "services/ServicesOf.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

class RewiringService final : public wiring::Rewiring {
public:
    RewiringService(std::weak_ptr<AssemblyCommands> assembly, std::string component)
        : assembly_(std::move(assembly)), component_(std::move(component)) {}

    std::shared_ptr<gov::cca::ConnectionID> rewire(
        const std::shared_ptr<gov::cca::ConnectionID>& connection,
        const std::shared_ptr<gov::cca::ComponentID>& provider,
        const std::string& providingPortName, float timeout) override {
        const auto assembly = require(assembly_);
        const Changes::Cause cause(assembly->core().changes(), "component " + component_);
        // Dropped after the lock: the provider before may end with it.
        Discard discard;
        AssemblyLock guard = assembly->core().lock();
        const ConnectionPointer wanted = connectionOf(assembly->core(), connection);
        assembly->rewire(guard, {wanted, instanceOf(assembly->core(), provider), providingPortName,
                                 timeout, discard});
        return idOf(*wanted);
    }

private:
    std::weak_ptr<AssemblyCommands> assembly_;
    std::string component_;
};

}  // namespace

std::shared_ptr<gov::cca::Port> makeRewiring(const std::weak_ptr<AssemblyCommands>& assembly,
                                             const std::string& component) {
    return std::make_shared<RewiringService>(assembly, component);
}

}  // namespace gantry::framework
