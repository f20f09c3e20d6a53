#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <performance/ContextEvent.hpp>
#include <performance/Control.hpp>
#include <performance/Event.hpp>
#include <performance/Measurement.hpp>
#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>
#include <performance/Timer.hpp>

#include <doctest/doctest.h>

#include <cstddef>
#include <cstdint>
#include <malloc.h>
#include <string>
#include <thread>

using gantry::framework::Framework;

namespace {

void use(performance::Measurement& measurement) {
    const auto timer = measurement.createTimerWithNameTypeGroup("solve", "Solver", "group");
    const auto event = measurement.createEventWithName("size");
    const auto context = measurement.createContextEventWithName("bytes");
    timer->start();
    event->trigger(3);
    context->trigger(4);
    timer->stop();
    std::thread([&timer] {
        timer->start();
        timer->stop();
    }).join();
    measurement.createControl()->disableGroupName("group");
    const auto query = measurement.createQuery();
    sidl::array<double, 2> quantiles;
    sidl::array<std::int64_t> values;
    query->getEventQuantiles({"size"}, {0.5}, quantiles, values);
    CHECK(quantiles(0, 0) == 3);
    CHECK_FALSE(query->getSnapshot()->getDocument().empty());
}

void live(Framework& framework, const std::string& className) {
    framework.createInstance(className, "subject");
    use(*gantry::castPort<performance::Measurement>(
        framework.providedPort("subject", "MeasurementPort"), "MeasurementPort"));
    framework.destroyInstance("subject");
    framework.unload(className);
}

}  // namespace

TEST_SUITE("components.Reload") {
    TEST_CASE("a backend that is loaded, used and unloaded again and again leaves no memory") {
        Framework framework({GANTRY_COMPONENT_DIRECTORY});
        for (int i = 0; i < 100; ++i) {
            live(framework, "performance.Native");
        }
        const std::size_t before = ::mallinfo2().uordblks;

        for (int i = 0; i < 300; ++i) {
            live(framework, "performance.Native");
        }

        // 13 bytes each: no block of the heap is that small.
        const std::size_t after = ::mallinfo2().uordblks;
        INFO(before, " bytes before, ", after, " after");
        CHECK(after < before + 4000);
    }
}
