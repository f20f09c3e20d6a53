#include <gantry/plugin.hpp>

#include <memory>
#include <utility>

#include "Announced.hpp"
#include "performance/common/OutwardMeasurement.hpp"

namespace performance {
namespace {

constexpr auto kDescription = gantry::describe(
    {"performance.Announcer", "1.0",
     "A performance backend that announces everything to a tool of PerfStubs, Kokkos or ITT"},
    common::kMeasurementPort, {});

}  // namespace

namespace announcer {

struct LoadedTool {
    using Shared = announcer::Shared;
    template <class Interface>
    using Timer = AnnouncedTimer<Interface>;
    using Event = AnnouncedEvent;
    using ContextEvent = AnnouncedContextEvent;
};

}  // namespace announcer

// The tool has the values.
class Announcer final : public common::OutwardMeasurement<announcer::LoadedTool> {
public:
    explicit Announcer(std::shared_ptr<const gantry::Library> library)
        : OutwardMeasurement(std::move(library), announcer::loadedTool()) {}
};

}  // namespace performance

GANTRY_COMPONENT(performance::Announcer, performance::kDescription);
