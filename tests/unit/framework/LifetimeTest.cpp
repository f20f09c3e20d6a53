#include <gov/cca/ComponentRelease.hpp>

#include <stdexcept>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.Lifetime");

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

TEST_CASE("a held port works after its instance, its framework and every other pointer are gone") {
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
    CHECK(isLoaded("good_counter") != kUnloads);
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

TEST_CASE("a release callback is told once, while its ports are still connected") {
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

TEST_CASE("a component that keeps a port for life is destroyed when it asked to be told") {
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

TEST_CASE("a component that keeps a port and did not ask to be told is not destroyed") {
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

TEST_SUITE_END();
