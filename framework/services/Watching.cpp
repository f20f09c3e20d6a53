#include <wiring/Watching.hpp>

#include <utility>

#include "services/Ids.hpp"
#include "services/ServicesOf.hpp"
#include "services/frameworkServices.hpp"

namespace gantry::framework {
namespace {

class WatchingService final : public wiring::Watching {
public:
    explicit WatchingService(std::weak_ptr<AssemblyCommands> assembly)
        : assembly_(std::move(assembly)) {}

    void watch(const std::shared_ptr<gov::cca::ConnectionID>& connection, const std::string& method,
               const std::shared_ptr<wiring::Watcher>& watcher) override {
        const auto assembly = require(assembly_);
        const AssemblyLock guard = assembly->core().lock();
        assembly->watch(connectionOf(assembly->core(), connection), method, watcher);
    }

    void unwatch(const std::shared_ptr<gov::cca::ConnectionID>& connection) override {
        const auto assembly = require(assembly_);
        const AssemblyLock guard = assembly->core().lock();
        assembly->unwatch(connectionOf(assembly->core(), connection));
    }

private:
    std::weak_ptr<AssemblyCommands> assembly_;
};

}  // namespace

std::shared_ptr<gov::cca::Port> makeWatching(const std::weak_ptr<AssemblyCommands>& assembly) {
    return std::make_shared<WatchingService>(assembly);
}

}  // namespace gantry::framework
