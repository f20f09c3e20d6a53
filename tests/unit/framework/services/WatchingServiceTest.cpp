#include <gov/cca/ConnectionID.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <wiring/Watcher.hpp>
#include <wiring/Watching.hpp>

#include <stdexcept>
#include <string>

#include "Guarded.hpp"

TEST_SUITE_BEGIN("framework.services.WatchingService");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

// Notes the calls that it receives: "b" begun, "e" ended, "f" failed.
class Notes final : public wiring::Watcher {
public:
    std::string text;
    std::function<void()> atEnd;

    void begun() override { text += 'b'; }
    void ended(bool failed) override {
        text += failed ? 'f' : 'e';
        if (atEnd) {
            atEnd();
        }
    }
};

// A user with two providers, and who watches its calls.
struct Watched : Guarded {
    std::shared_ptr<Notes> notes = std::make_shared<Notes>();
    std::shared_ptr<gov::cca::ports::BuilderService> builder = framework.builderService();
    std::shared_ptr<wiring::Watching> watching;

    Watched() {
        provide("one", 1);
        provide("two", 2);
        framework.connect({"caller", "target", "one", "number"});
        const auto services = embedding.join("optimizer");
        services->registerUsesPort("watching", "wiring.Watching", nullptr);
        watching = std::dynamic_pointer_cast<wiring::Watching>(services->getPort("watching"));
        REQUIRE(watching);
    }
    std::shared_ptr<gov::cca::ConnectionID> id() { return builder->getConnectionIDs({})[0]; }
    int call() {
        const auto port = hold();
        const int result = port->go();
        services()->releasePort("target");
        return result;
    }
    std::string displayed() {
        std::string text;
        for (const MonitoredConnection& each : framework.monitored()) {
            for (const MonitoredMethod& method : each.methods) {
                text += method.name + (method.watched ? " watched" : "") +
                        (method.timed ? " timed" : "");
            }
        }
        return text;
    }
};

// Calls when it ends.
class CallAtEnd final {
public:
    explicit CallAtEnd(Watched& watched) : watched_(watched) {}
    ~CallAtEnd() { watched_.call(); }
    CallAtEnd(const CallAtEnd&) = delete;
    CallAtEnd& operator=(const CallAtEnd&) = delete;

private:
    Watched& watched_;
};

}  // namespace

TEST_CASE_FIXTURE(Watched, "a watcher is notified of each call, and whether it failed") {
    watching->watch(id(), "", notes);
    CHECK(call() == 1);
    CHECK(notes->text == "be");
    CHECK(displayed() == "go watched");

    provide("broken", []() -> int { throw std::runtime_error("broken"); });
    rewire("broken");
    CHECK_THROWS_WITH(call(), "broken");
    CHECK(notes->text == "bebf");
    services()->releasePort("target");
}

TEST_CASE_FIXTURE(Watched, "a call that a destructor makes during an exception has not failed") {
    watching->watch(id(), "", notes);
    try {
        const CallAtEnd last(*this);
        throw std::runtime_error("of something else");
    } catch (const std::runtime_error&) {
        CHECK(notes->text == "be");
    }
}

TEST_CASE_FIXTURE(Watched,
                  "watching follows the connection to another provider, and ends with it") {
    watching->watch(id(), "go", notes);
    rewire("two");
    CHECK(call() == 2);
    CHECK(notes->text == "be");

    framework.disconnect({"caller", "target", "two", "number"});
    framework.connect({"caller", "target", "one", "number"});
    CHECK(call() == 1);
    CHECK(notes->text == "be");
}

TEST_CASE_FIXTURE(Watched, "a watcher may swap the provider when a call has ended") {
    watching->watch(id(), "", notes);
    notes->atEnd = [this] { rewire(provider() == "one" ? "two" : "one", 5); };
    const auto port = hold();
    CHECK(port->go() == 1);
    CHECK(port->go() == 2);
    CHECK(port->go() == 1);
    services()->releasePort("target");
}

TEST_CASE_FIXTURE(Watched, "after unwatch nobody is notified, and the connection is as it was") {
    watching->watch(id(), "", notes);
    const auto port = hold();
    watching->unwatch(id());
    CHECK(port->go() == 1);
    services()->releasePort("target");
    CHECK(call() == 1);
    CHECK(notes->text.empty());
    CHECK(framework.monitored().empty());
    CHECK_FALSE(isGuarded(hold()));
    services()->releasePort("target");
    watching->unwatch(id());
}

TEST_CASE_FIXTURE(Watched, "another watcher takes the place of the one before") {
    const auto second = std::make_shared<Notes>();
    watching->watch(id(), "", notes);
    watching->watch(id(), "", second);
    call();
    CHECK(notes->text.empty());
    CHECK(second->text == "be");
}

TEST_CASE_FIXTURE(Watched, "what a watcher throws does not reach the caller") {
    watching->watch(id(), "", notes);
    notes->atEnd = [] { throw std::runtime_error("not told"); };
    CHECK(call() == 1);
}

TEST_CASE_FIXTURE(Watched, "monitoring begins and ends without disturbing a watcher") {
    watching->watch(id(), "", notes);
    MonitorOptions recordsNothing;
    recordsNothing.timed = false;
    recordsNothing.contracts.kind = ContractPolicy::Kind::Always;
    framework.monitor({"caller", "target", "", recordsNothing});
    call();
    CHECK(notes->text == "be");
    framework.unmonitor("caller", "target");
    call();
    CHECK(notes->text == "bebe");
    watching->unwatch(id());
    CHECK(framework.monitored().empty());
}

TEST_CASE_FIXTURE(Watched, "what cannot be watched is reported, and nothing has changed") {
    CHECK(complaintOf([&] {
              watching->watch(id(), "gone", notes);
          }).names("gov.cca.ports.GoPort has no method 'gone'"));
    CHECK(complaintOf([&] { watching->watch(id(), "", nullptr); }).names("no watcher is given"));
    CHECK(
        complaintOf([&] { watching->watch(nullptr, "", notes); }).names("a connection id is null"));
    framework.disconnect({"caller", "target", "one", "number"});
    framework.connect({"caller", "plain", "one", "number"});
    CHECK(complaintOf([&] {
              watching->watch(id(), "", notes);
          }).names("was built without a proxy for it"));
    CHECK(framework.monitored().empty());
    const auto last = id();
    framework.shutdown();
    CHECK_THROWS_AS(watching->watch(last, "", notes), gantry::Error);
}

TEST_SUITE_END();
