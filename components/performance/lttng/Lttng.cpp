#include <gantry/plugin.hpp>

#include <memory>
#include <utility>

#include "SharedTracepoints.hpp"
#include "TraceEvent.hpp"
#include "TraceTimer.hpp"
#include "performance/common/OutwardMeasurement.hpp"

namespace performance {
namespace {

constexpr auto kDescription =
    gantry::describe({"performance.Lttng", "1.0",
                      "A performance backend that passes everything to the tracer LTTng-UST"},
                     common::kMeasurementPort, {});

}  // namespace

namespace lttng {

struct Tracer {
    using Shared = SharedTracepoints;
    template <class Interface>
    using Timer = TraceTimer<Interface>;
    using Event = TraceEvent;
    using ContextEvent = TraceContextEvent;
};

}  // namespace lttng

// Who reads the trace has the values.
class Lttng final : public common::OutwardMeasurement<lttng::Tracer> {
public:
    explicit Lttng(std::shared_ptr<const gantry::Library> library)
        : OutwardMeasurement(std::move(library), lttng::loadTracepoints()) {}
};

}  // namespace performance

GANTRY_COMPONENT(performance::Lttng, performance::kDescription);
