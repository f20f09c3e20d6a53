#include <gov/cca/ComponentRelease.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "ScriptedBackend.hpp"
#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.assembly.Lifetime");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

class Releasing final : public gov::cca::ComponentRelease {
public:
    explicit Releasing(std::function<void(gov::cca::Services&)> action)
        : action_(std::move(action)) {}
    void releaseServices(const std::shared_ptr<gov::cca::Services>& services) override {
        action_(*services);
    }

private:
    std::function<void(gov::cca::Services&)> action_;
};

}  // namespace

TEST_CASE(
    "a held port works after its instance, its framework and every other pointer are destroyed") {
    std::shared_ptr<gov::cca::Port> held;
    {
        Embedding embedding({"good_counter"});
        embedding.framework.createInstance("fixtures.Counter", "counter");
        held = embedding.framework.providedPort("counter", "count");
        embedding.framework.destroyInstance("counter");
        CHECK(callGo(held) == 0);
    }

    const int second = callGo(held);

    CHECK(second == 1);
    CHECK(isLoaded("good_counter"));
    held.reset();
    CHECK(isLoaded("good_counter") != kUnloads);
}

TEST_CASE("listing classes leaves no library loaded") {
    const Embedding embedding({"good_counter", "caller"});

    const auto classes = embedding.framework.availableClasses();

    CHECK(classes.size() == 2);
    CHECK_FALSE(isLoaded("good_counter"));
}

TEST_CASE("a port held by a user survives the destruction of its provider by force") {
    Embedding embedding({"good_counter"});
    const auto user = embedding.joinUser("user");
    embedding.framework.createInstance("fixtures.Counter", "counter");
    embedding.framework.connect({"user", "target", "counter", "count"});
    const auto held = user->getPort("target");

    embedding.framework.shutdown();

    CHECK(callGo(held) == 0);
    user->releasePort("target");
    CHECK(embedding.framework.instances().empty());
}

TEST_CASE("a component that uses itself ends with its framework") {
    {
        Embedding embedding({"caller"});
        embedding.framework.createInstance("fixtures.Caller", "caller");
        embedding.framework.connect({"caller", "target", "caller", "fail"});
    }

    CHECK(isLoaded("caller") != kUnloads);
}

TEST_CASE("a release callback is called once, while its ports are still connected") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 4);
    embedding.connect("user", "provider");
    int calls = 0;
    int seen = 0;
    user->registerForRelease(std::make_shared<Releasing>([&](gov::cca::Services& services) {
        ++calls;
        seen = callGo(services.getPort("target"));
        services.releasePort("target");
    }));

    embedding.framework.destroyInstance("user");
    embedding.framework.shutdown();

    CHECK(calls == 1);
    CHECK(seen == 4);
}

TEST_CASE("a component that keeps a port for life is destroyed when it registered for release") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    embedding.connect("user", "provider");
    user->getPort("target");
    user->registerForRelease(std::make_shared<Releasing>(
        [](gov::cca::Services& services) { services.releasePort("target"); }));

    embedding.framework.destroyInstance("user");

    CHECK(embedding.framework.instances().size() == 1);
    CHECK(embedding.framework.connections().empty());
}

TEST_CASE("a component that keeps a port and did not register for release is not destroyed") {
    Embedding embedding;
    const auto user = embedding.joinUser("user");
    embedding.joinProvider("provider", 1);
    embedding.connect("user", "provider");
    user->getPort("target");

    const Complaint complaint = complaintOf([&] { embedding.framework.destroyInstance("user"); });

    CHECK(complaint.reason == gov::cca::CCAExceptionType::UsesPortNotReleased);
    CHECK(complaint.names("user.target"));
    CHECK(embedding.framework.connections().size() == 1);
}

TEST_CASE("a release callback that throws does not keep its instance") {
    Embedding embedding;
    embedding.join("user")->registerForRelease(std::make_shared<Releasing>(
        [](gov::cca::Services&) { throw std::runtime_error("stuck"); }));

    const Complaint complaint = complaintOf([&] { embedding.framework.destroyInstance("user"); });

    CHECK(complaint.names("'user'"));
    CHECK(complaint.names("stuck"));
    CHECK(embedding.framework.instances().empty());
}

TEST_CASE("shutdown destroys everything, the last created first, and reports the first error") {
    Embedding embedding;
    std::string order;
    for (const std::string name : {"a", "b", "c"}) {
        embedding.join(name)->registerForRelease(
            std::make_shared<Releasing>([&order, name](gov::cca::Services&) {
                order += name;
                throw std::runtime_error("no " + name);
            }));
    }

    const Complaint complaint = complaintOf([&] { embedding.framework.shutdown(); });

    CHECK(order == "cba");
    CHECK(complaint.names("no c"));
    CHECK(embedding.framework.instances().empty());
}

TEST_CASE("instances without a name get the class name and a number") {
    Embedding embedding({"good_counter"});

    const std::string first = embedding.framework.createInstance("fixtures.Counter");
    const std::string second = embedding.framework.createInstance("fixtures.Counter");

    CHECK(first == "Counter0");
    CHECK(second == "Counter1");
}

TEST_CASE("instance names are unique and readable") {
    Embedding embedding({"good_counter"});
    embedding.framework.createInstance("fixtures.Counter", "one");

    CHECK(complaintOf([&] {
              embedding.framework.createInstance("fixtures.Counter", "one");
          }).names("exists already"));
    CHECK(complaintOf([&] {
              embedding.framework.createInstance("fixtures.Counter", "a b");
          }).names("'a b'"));
    CHECK(embedding.framework.instances().size() == 1);
}

TEST_CASE("two frameworks in one process know nothing of each other") {
    Embedding one({"good_counter"});
    Embedding two({"good_counter"});

    one.framework.createInstance("fixtures.Counter", "counter");

    CHECK(two.framework.instances().empty());
    CHECK(two.framework.palette().empty());
}

TEST_CASE("a class without instances is unloaded, and loaded again when it is needed") {
    Embedding embedding({"good_counter"});
    Framework& framework = embedding.framework;
    framework.createInstance("fixtures.Counter", "counter");

    const Complaint refused = complaintOf([&] { framework.unload("fixtures.Counter"); });
    const int first = callGo(framework.providedPort("counter", "count"));
    framework.destroyInstance("counter");
    const bool hasGone = framework.unload("fixtures.Counter");

    CHECK(
        refused.names("component class 'fixtures.Counter' cannot be unloaded while it has "
                      "instances: 'counter'; remove them first"));
    CHECK(first == 0);
    CHECK(hasGone);
    CHECK(framework.palette().empty());
    CHECK(isLoaded("good_counter") != kUnloads);
    framework.createInstance("fixtures.Counter", "counter");
    CHECK(callGo(framework.providedPort("counter", "count")) == 0);
}

TEST_CASE("what is not loaded cannot be unloaded") {
    Embedding embedding({"good_counter"});
    embedding.framework.load("fixtures.Counter");

    const Complaint complaint = complaintOf([&] { embedding.framework.unload("fixtures.Count"); });

    CHECK(complaint.names("component class 'fixtures.Count' is not loaded"));
    CHECK(complaint.names("fixtures.Counter"));
    CHECK(embedding.framework.palette().size() == 1);
}

TEST_CASE("a library stays loaded until its last held port is released") {
    Embedding embedding({"good_counter"});
    embedding.framework.createInstance("fixtures.Counter", "counter");
    auto held = embedding.framework.providedPort("counter", "count");
    embedding.framework.destroyInstance("counter");

    const bool hasGone = embedding.framework.unload("fixtures.Counter");

    CHECK_FALSE(hasGone);
    CHECK(callGo(held) == 0);
    held.reset();
    CHECK(isLoaded("good_counter") != kUnloads);
}

TEST_CASE("a class that was loaded for the symbols of others leaves as well") {
    Embedding embedding({"good_counter"});
    embedding.framework.load("fixtures.Counter");
    embedding.framework.load("fixtures.Counter", true);

    CHECK(embedding.framework.unload("fixtures.Counter"));
    CHECK(isLoaded("good_counter") != kUnloads);
}

namespace {

/// Three hundred, or GANTRY_RELOADS.
int numReloads() {
    const char* const wanted = std::getenv("GANTRY_RELOADS");
    return wanted ? std::max(1, std::atoi(wanted)) : 300;
}

std::ptrdiff_t linesOf(const std::string& file) {
    std::ifstream stream(file);
    using Characters = std::istreambuf_iterator<char>;
    return std::count(Characters(stream), Characters(), '\n');
}

std::ptrdiff_t numDescriptors() {
    using Entries = std::filesystem::directory_iterator;
    return std::distance(Entries("/proc/self/fd"), Entries());
}

}  // namespace

TEST_CASE(
    "building, measuring, calling, swapping, ending and unloading repeatedly leaves nothing "
    "behind") {
    Embedding embedding({"monitored_caller", "good_counter"});
    Framework& framework = embedding.framework;
    const ScriptedBackend backend(embedding);
    const auto round = [&] {
        framework.createInstance("fixtures.MonitoredCaller", "caller");
        framework.createInstance("fixtures.Counter", "one");
        framework.createInstance("fixtures.Counter", "two");
        framework.connect({"caller", "target", "one", "count"}, Guard::Guarded);
        framework.monitor({"caller", "target", "", {}});
        int result = callGo(framework.providedPort("caller", "go"));
        framework.rewire({"caller", "target", "two", "count"});
        result += callGo(framework.providedPort("caller", "go"));
        for (const char* const name : {"caller", "one", "two"}) {
            framework.destroyInstance(name);
        }
        const bool hasGone = framework.unload("fixtures.MonitoredCaller");
        return framework.unload("fixtures.Counter") && hasGone ? result : -1;
    };
    const int first = round();
    const auto timers = backend.measurement->timers;
    const auto log = backend.log->take();
    const std::ptrdiff_t descriptors = numDescriptors();
    const std::ptrdiff_t mappings = linesOf("/proc/self/maps");

    int wrong = 0;
    for (int i = 1; i < numReloads(); ++i) {
        backend.measurement->timers.clear();
        wrong +=
            round() == first && backend.measurement->timers == timers && backend.log->take() == log
                ? 0
                : 1;
    }

    CHECK(first == 2);
    CHECK(timers.size() == 2);
    CHECK(wrong == 0);
    CHECK(isLoaded("good_counter") != kUnloads);
    CHECK(isLoaded("monitored_caller") != kUnloads);
    CHECK(numDescriptors() == descriptors);
    // Memory may be taken from the system in a few more pieces, not in one for each round.
    CHECK(linesOf("/proc/self/maps") < mappings + 16);
}

TEST_SUITE_END();
