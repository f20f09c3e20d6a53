#include <framework/ScriptInterpreter.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>

#include <sstream>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.assembly.RequiredPorts");

using namespace gantry::framework;
using namespace gantry::framework::test;
using gov::cca::CCAExceptionType;

namespace {

/// A user whose port "target" needs and takes that many connections.
std::shared_ptr<gov::cca::Services> joinLimited(Embedding& embedding, const std::string& name,
                                                const std::string& fewest,
                                                const std::string& most = "1") {
    auto services = embedding.join(name);
    const auto properties = services->createTypeMap();
    properties->putString("MIN_CONNECTIONS", fewest);
    properties->putString("MAX_CONNECTIONS", most);
    services->registerUsesPort("target", kGo, properties);
    return services;
}

void setLimit(Embedding& embedding, const std::string& instance, const std::string& port,
              const std::string& key, const std::string& limit) {
    const auto builder = embedding.framework.builderService();
    const auto id = builder->getComponentID(instance);
    const auto properties = builder->getPortProperties(id, port);
    properties->putString(key, limit);
    builder->setPortProperties(id, port, properties);
}

}  // namespace

TEST_CASE("more connections needed than allowed is refused") {
    Embedding embedding;
    const auto user = joinLimited(embedding, "user", "1");

    const Complaint registered =
        complaintOf([&] { joinLimited(embedding, "other", "unlimited", "2"); });
    const Complaint changed =
        complaintOf([&] { setLimit(embedding, "user", "target", "MIN_CONNECTIONS", "2"); });

    CHECK(registered.reason == CCAExceptionType::BadProperties);
    CHECK(registered.names("other.target"));
    CHECK(changed.names("MIN_CONNECTIONS is 2"));
    CHECK(user->getPortProperties("target")->getString("MIN_CONNECTIONS", "") == "1");
}

TEST_CASE("fewer connections than there are cannot become the limit, on either side") {
    Embedding embedding;
    const auto user = joinLimited(embedding, "user", "0", "2");
    embedding.joinProvider("first", 1);
    embedding.joinProvider("second", 2);
    embedding.connect("user", "first");
    embedding.connect("user", "second");

    CHECK(complaintOf([&] {
              setLimit(embedding, "user", "target", "MAX_CONNECTIONS", "1");
          }).names("has 2 connections"));
    CHECK(complaintOf([&] {
              setLimit(embedding, "first", "number", "MAX_CONNECTIONS", "0");
          }).names("first.number"));
    setLimit(embedding, "first", "number", "MAX_CONNECTIONS", "1");
    CHECK(user->getPortProperties("target")->getString("MAX_CONNECTIONS", "") == "2");
}

TEST_CASE("an instance that lacks connections is named with port, type and number") {
    Embedding embedding;
    joinLimited(embedding, "user", "2", "3");
    embedding.joinProvider("provider", 1);
    embedding.connect("user", "provider");

    const Complaint complaint = complaintOf([&] { embedding.framework.requireConnected("user"); });

    CHECK(complaint.reason == CCAExceptionType::PortNotConnected);
    CHECK(complaint.names("'user.target' (gov.cca.ports.GoPort) with 1 of 2 connections"));
}

TEST_CASE("what an instance reaches is checked, circles included, and nothing else") {
    Embedding embedding({"caller"});
    embedding.framework.createInstance("fixtures.Caller", "a");
    embedding.framework.createInstance("fixtures.Caller", "b");
    embedding.framework.createInstance("fixtures.Caller", "apart");
    embedding.framework.connect({"a", "target", "b", "go"});

    const Complaint complaint = complaintOf([&] { embedding.framework.requireConnected("a"); });
    embedding.framework.connect({"b", "target", "a", "go"});

    CHECK(complaint.names("'b.target'"));
    CHECK_FALSE(complaint.names("'a.target'"));
    CHECK_FALSE(complaint.names("apart"));
    embedding.framework.requireConnected("a");
}

TEST_CASE("ports of service types count as connected, and optional ones need nothing") {
    Embedding embedding;
    embedding.framework.addService(kGo, std::make_shared<NumberPort>(1));
    joinLimited(embedding, "served", "1");
    embedding.join("optional")->registerUsesPort("more", "test.More", nullptr);

    embedding.framework.requireConnected("served");
    embedding.framework.requireConnected("optional");
}

TEST_CASE("a builder may complete what is behind its optional ports, not behind the others") {
    Embedding embedding({"caller"});
    embedding.framework.createInstance("fixtures.Caller", "behind");
    for (const std::string fewest : {"0", "1"}) {
        joinLimited(embedding, "builder" + fewest, fewest)
            ->registerUsesPort("builder", "gov.cca.ports.BuilderService", nullptr);
        embedding.framework.connect({"builder" + fewest, "target", "behind", "go"});
    }

    embedding.framework.requireConnected("builder0");
    CHECK(complaintOf([&] {
              embedding.framework.requireConnected("builder1");
          }).names("'behind.target'"));
}

TEST_CASE("a script starts nothing that lacks connections") {
    Embedding embedding({"caller", "good_counter"});
    std::ostringstream output;
    ScriptInterpreter interpreter(embedding.framework, output);
    std::istringstream script(
        "create fixtures.Caller a\ncreate fixtures.Caller b\nconnect a target b fail\ngo a go\n");
    std::string message;

    try {
        interpreter.run(script, "test.rc");
    } catch (const ScriptError& error) {
        message = error.what();
    }

    CHECK(message ==
          "test.rc:4:4: error: 'a' cannot start, because these uses ports are not connected: "
          "'b.target' (gov.cca.ports.GoPort); connect each to a provider of its type");
}

TEST_SUITE_END();
