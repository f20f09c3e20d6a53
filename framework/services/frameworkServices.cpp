// Every service is made once per user, at its first registration, and gets the user's name, so that
// changes it makes can name their cause. All hold the assembly weakly.

#include "services/frameworkServices.hpp"

#include <utility>

namespace gantry::framework {

void addFrameworkServices(const std::shared_ptr<AssemblyCommands>& assembly) {
    const std::weak_ptr<AssemblyCommands> weak = assembly;
    using User = std::shared_ptr<Instance>;
    const auto add = [&](const char* type, ServiceTable::Make make) {
        assembly->core().services().add(std::string("gov.cca.ports.") + type,
                                        {.make = std::move(make)});
    };
    add("BuilderService",
        [weak](const User& user) { return makeBuilderService(weak, user->name()); });
    add("ComponentRepository", [weak](const User&) { return makeComponentRepository(weak); });
    add("ConnectionEventService",
        [](const User& user) { return makeConnectionEventService(user); });
    add("ServiceRegistry", [weak](const User& user) { return makeServiceRegistry(weak, user); });
    assembly->core().services().add("wiring.Rewiring", {.make = [weak](const User& user) {
                                        return makeRewiring(weak, user->name());
                                    }});
    assembly->core().services().add("wiring.Watching",
                                    {.make = [weak](const User&) { return makeWatching(weak); }});
    add("ParameterPortFactory", [](const User&) { return makeParameterPortFactory(); });
}

}  // namespace gantry::framework
