#include <gov/cca/ConnectionID.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <wiring/Rewiring.hpp>

#include "Guarded.hpp"

TEST_SUITE_BEGIN("framework.services.RewiringService");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

std::shared_ptr<wiring::Rewiring> rewiringOf(const std::shared_ptr<gov::cca::Services>& services) {
    services->registerUsesPort("rewiring", "wiring.Rewiring", nullptr);
    auto port = std::dynamic_pointer_cast<wiring::Rewiring>(services->getPort("rewiring"));
    REQUIRE(port);
    return port;
}

}  // namespace

TEST_CASE("a component swaps providers through its port, by ids of the builder service") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.provide("two", 2);
    guarded.connect("one");
    const auto port = guarded.hold();
    const auto builder = guarded.framework.builderService();
    const auto rewiring = rewiringOf(guarded.embedding.join("optimizer"));

    const auto id = rewiring->rewire(builder->getConnectionIDs({})[0],
                                     builder->getComponentID("two"), "number", 0);

    CHECK(id->getProvider()->getInstanceName() == "two");
    CHECK(port->go() == 2);
    guarded.services()->releasePort("target");
    builder->disconnect(id, 0);
    CHECK(guarded.framework.connections().empty());
}

TEST_CASE("a swap through the port that is refused reports the reason and changes nothing") {
    Guarded guarded;
    guarded.provide("one", 1);
    guarded.provide("two", 2);
    guarded.connect("one");
    const auto builder = guarded.framework.builderService();
    const auto id = builder->getConnectionIDs({})[0];
    const auto two = builder->getComponentID("two");
    const auto rewiring = rewiringOf(guarded.embedding.join("optimizer"));

    CHECK(complaintOf([&] {
              rewiring->rewire(nullptr, two, "number", 0);
          }).names("a connection id is null"));
    CHECK(complaintOf([&] {
              rewiring->rewire(id, nullptr, "number", 0);
          }).names("a component id is null"));
    CHECK(complaintOf([&] {
              rewiring->rewire(id, two, "nummer", 0);
          }).names("instance 'two' has no provides port 'nummer'; did you mean 'number'?"));
    CHECK(complaintOf([&] {
              rewiring->rewire(id, id->getProvider(), "number", 0);
          }).names("'caller.target' is already connected to 'one.number'"));

    CHECK(guarded.provider() == "one");
    guarded.framework.shutdown();
    CHECK_THROWS_AS(rewiring->rewire(id, two, "number", 0), gantry::Error);
}

TEST_SUITE_END();
