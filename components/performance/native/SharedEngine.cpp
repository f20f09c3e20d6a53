// What the component and the objects that it has made have in common. These may outlive the
// component, so its services can be gone at any time (detach).

#include "SharedEngine.hpp"

#include <gantry/Error.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/ConnectionID.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <parallel/Upcalls.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/TraceError.hpp>

#include <filesystem>
#include <utility>

namespace performance::native {
namespace {

gantry::perf::Assembly readAssembly(gov::cca::ports::BuilderService& builder) {
    gantry::perf::Assembly assembly;
    for (const auto& component : builder.getComponentIDs()) {
        assembly.instances.push_back(
            {component->getInstanceName(),
             builder.getComponentProperties(component)->getString("cca.className", "")});
    }
    for (const auto& connection : builder.getConnectionIDs({})) {
        assembly.connections.push_back(
            {connection->getUser()->getInstanceName(), connection->getUserPortName(),
             connection->getProvider()->getInstanceName(), connection->getProviderPortName()});
    }
    return assembly;
}

}  // namespace

void SharedEngine::addMetrics(gantry::perf::ChosenMetrics chosen) {
    engine.addMetrics(chosen.sources);
    const std::lock_guard lock(mutex_);
    refused_.insert(refused_.end(), chosen.refused.begin(), chosen.refused.end());
}

void SharedEngine::attach(std::shared_ptr<gov::cca::Services> services, Ports ports) {
    const std::lock_guard lock(mutex_);
    services_ = std::move(services);
    ports_ = std::move(ports);
    rank_ = askForRank(services_);
}

// An absolute path, because the program may change its folder, and one for each rank. It is kept in
// the segment, so that `gantry recover` finds the file after a crash.
void SharedEngine::drainInto(const std::string& file) {
    const std::string path =
        std::filesystem::absolute(rank_ ? file + '.' + std::to_string(*rank_) : file).string();
    try {
        drainer_ = std::make_unique<gantry::perf::TraceDrainer>(engine.segment(), path);
    } catch (const gantry::perf::TraceError& error) {
        throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                            std::string("traceFile: ") + error.what());
    }
    engine.addFact(gantry::perf::kTraceFile, path);
}

void SharedEngine::detach() noexcept {
    const std::lock_guard lock(mutex_);
    services_.reset();
}

std::shared_ptr<gov::cca::Services> SharedEngine::services() const {
    const std::lock_guard lock(mutex_);
    return services_;
}

gantry::perf::Profile SharedEngine::profile() const {
    gantry::perf::Profile profile = engine.snapshot();
    if (drainer_) {
        // Before the snapshot is used, so that the trace in the file is not older than the profile.
        drainer_->flush();
        if (const std::string problem = drainer_->problem(); !problem.empty()) {
            profile.context.emplace_back(gantry::perf::kTraceProblem, problem);
        }
    }
    {
        const std::lock_guard lock(mutex_);
        for (const gantry::perf::MetricRefusal& refusal : refused_) {
            profile.context.emplace_back(gantry::perf::kRefusedMetric,
                                         refusal.name + ": " + refusal.reason);
        }
    }
    if (const auto services = this->services()) {
        try {
            const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services,
                                                                            ports_.builder);
            profile.assembly = readAssembly(*builder);
        } catch (const gov::cca::CCAException&) {
            // No builder, or an instance went away meanwhile: what was measured counts more than
            // the assembly.
        }
    }
    return profile;
}

std::optional<std::int32_t> SharedEngine::rank() const {
    const auto services = this->services();
    return services ? askForRank(services) : rank_;
}

std::optional<std::int32_t> SharedEngine::askForRank(
    const std::shared_ptr<gov::cca::Services>& services) const {
    // Without a connected port the process runs alone, and its files have no number.
    if (!services->getPortNonblocking(ports_.ranks)) {
        return std::nullopt;
    }
    services->releasePort(ports_.ranks);
    const gantry::UsedPort<parallel::Upcalls> ranks(services, ports_.ranks);
    return ranks->getSize() > 1 ? std::optional(ranks->getRank()) : std::nullopt;
}

}  // namespace performance::native
