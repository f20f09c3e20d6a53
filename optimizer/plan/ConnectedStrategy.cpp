#include "ConnectedStrategy.hpp"

#include <gantry/Error.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <utility>

#include "assembly/isConnected.hpp"
#include "assembly/setParameter.hpp"
#include "candidates/CandidatePool.hpp"

namespace optimizer {
namespace {

constexpr const char* kStrategyType = "tuning.Strategy";
constexpr const char* kReplayClass = "strategies.Replay";
constexpr const char* kReplayedLog = "log";

}  // namespace

ConnectedStrategy::ConnectedStrategy(std::shared_ptr<gov::cca::Services> services,
                                     const std::string& className,
                                     const std::optional<std::string>& replayedLog)
    : services_(std::move(services)), self_(services_->getComponentID()->getInstanceName()) {
    try {
        if (replayedLog || !isConnected(*services_, kStrategyPort)) {
            const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
            Assembly assembly(*builder);
            create(assembly, replayedLog ? kReplayClass : className);
            if (replayedLog) {
                setLog(assembly, *replayedLog);
            }
        }
        port_ = std::make_unique<gantry::UsedPort<tuning::Strategy>>(services_, kStrategyPort);
    } catch (...) {
        withdraw();
        throw;
    }
}

void ConnectedStrategy::create(Assembly& assembly, const std::string& className) {
    instance_ = assembly.create(className, className.substr(className.rfind('.') + 1));
    const auto port = assembly.providedPort(instance_, kStrategyType);
    if (!port) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            className + " does not provide " + kStrategyType +
                                "; set the parameter 'strategy' to a class that does");
    }
    assembly.disconnect(self_, kStrategyPort);
    assembly.connect(self_, kStrategyPort, {instance_, *port});
}

void ConnectedStrategy::setLog(Assembly& assembly, const std::string& log) {
    const auto port = assembly.providedPort(instance_, kParameterType);
    assembly.connect(self_, kCandidateParametersPort, {instance_, port.value_or("configuration")});
    {
        const gantry::UsedPort<gov::cca::ports::ParameterPort> parameters(services_,
                                                                          kCandidateParametersPort);
        setParameter(*parameters, kReplayedLog, log, kReplayClass);
    }
    assembly.disconnect(self_, kCandidateParametersPort);
}

void ConnectedStrategy::withdraw() noexcept {
    port_.reset();
    if (instance_.empty()) {
        return;
    }
    try {
        const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services_, "builder");
        Assembly(*builder).destroy(instance_);
    } catch (const std::exception&) {
        // It stays in the assembly, where `display` shows it.
    }
    instance_.clear();
}

}  // namespace optimizer
