#include <framework/AssemblyCheck.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/ports/BasicParameterPort.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <gov/cca/ports/ParameterPortFactory.hpp>

#include <algorithm>

#include "core/portTypes.hpp"
#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.assembly.Subtype");

// Interfaces as sidlc would generate them.
namespace shapes {
class Shape : public virtual gov::cca::Port {};
class Named : public virtual gov::cca::Port {};
class Square : public virtual Shape, public virtual Named {};
class UnitSquare : public virtual Square {};
// Two interfaces of which neither extends the other, in one object.
class Component final : public virtual UnitSquare, public virtual gov::cca::ports::GoPort {
public:
    int go() override { return 0; }
};
}  // namespace shapes

using namespace gantry::framework;
using namespace gantry::framework::test;
using gov::cca::CCAExceptionType;

namespace {

constexpr const char* kBasic = "gov.cca.ports.BasicParameterPort";
constexpr const char* kWhole = "gov.cca.ports.ParameterPort";

// A user of one type of parameter ports, and a component that provides both types.
struct Fixture {
    Embedding embedding;
    Framework& framework = embedding.framework;
    std::shared_ptr<gov::cca::Services> user = embedding.join("user");
    std::shared_ptr<gov::cca::Services> provider = embedding.join("provider");

    explicit Fixture(const std::string& type) {
        user->registerUsesPort("settings", type, nullptr);
        provider->registerUsesPort("factory", "gov.cca.ports.ParameterPortFactory", nullptr);
        const gantry::UsedPort<gov::cca::ports::ParameterPortFactory> factory(provider, "factory");
        std::shared_ptr<gov::cca::TypeMap> values;
        factory->initParameterData(values, "whole");
        factory->addRequestInt(values, "count", "how many", "Count", 10, 1, 100);
        factory->addParameterPort(values, provider);
        provider->addProvidesPort(framework.providedPort("provider", "whole"), "basic", kBasic,
                                  nullptr);
    }
    void connect(const std::string& port) {
        framework.connect({"user", "settings", "provider", port});
    }
    [[nodiscard]] int numSettings() const {
        return gantry::UsedPort<gov::cca::ports::BasicParameterPort>(user, "settings")
            ->readConfigurationKeys()
            .length();
    }
};

std::vector<std::string> sorted(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

TEST_CASE("a user is connected with a provider of a type that extends the one it uses") {
    Fixture fixture(kBasic);

    fixture.connect("whole");

    CHECK(fixture.numSettings() == 1);
    CHECK(checkAssembly(fixture.framework.instances(), fixture.framework.connections()).empty());
}

TEST_CASE("the connections that are possible are those that connect would make") {
    Fixture general(kBasic);
    Fixture special(kWhole);

    CHECK(general.framework.possibleConnections("user", "settings") ==
          std::vector<ConnectionInfo>{{"user", "settings", "provider", "whole"},
                                      {"user", "settings", "provider", "basic"}});
    CHECK(special.framework.possibleConnections("user", "settings") ==
          std::vector<ConnectionInfo>{{"user", "settings", "provider", "whole"}});
    CHECK(complaintOf([&] {
              (void)general.framework.possibleConnections("user", "setting");
          }).names("settings"));
}

TEST_CASE("a component connects a user with a provider of a subtype") {
    Fixture fixture(kBasic);
    const auto builder = fixture.framework.builderService();

    builder->connect(builder->getComponentID("user"), "settings",
                     builder->getComponentID("provider"), "whole");

    CHECK(fixture.numSettings() == 1);
}

TEST_CASE("a provider is swapped for one of a subtype and back") {
    Fixture fixture(kBasic);
    fixture.connect("basic");

    fixture.framework.rewire({"user", "settings", "provider", "whole"});
    CHECK(fixture.numSettings() == 1);

    fixture.framework.rewire({"user", "settings", "provider", "basic"});
    CHECK(fixture.numSettings() == 1);
}

TEST_CASE("a provider of the supertype is refused, and both types are named") {
    Fixture fixture(kWhole);

    const Complaint complaint = complaintOf([&] { fixture.connect("basic"); });

    CHECK(complaint.reason == CCAExceptionType::BadPortType);
    CHECK(complaint.names(std::string("has type ") + kWhole));
    CHECK(complaint.names(std::string("has type ") + kBasic));
    CHECK(complaint.names("or of one that extends it"));
    CHECK(fixture.framework.connections().empty());
}

TEST_CASE("a provider of a type that has nothing to do with the user's is refused") {
    Fixture fixture(kGo);

    const Complaint complaint = complaintOf([&] { fixture.connect("whole"); });

    CHECK(complaint.reason == CCAExceptionType::BadPortType);
    CHECK(complaint.names(kGo));
    CHECK(complaint.names(kWhole));
}

TEST_CASE("a type extends all that is above it, over several steps, and nothing else") {
    const shapes::Component object;

    CHECK(sorted(supertypesOf(object, "shapes.UnitSquare")) ==
          std::vector<std::string>{"shapes.Named", "shapes.Shape", "shapes.Square"});
    CHECK(sorted(supertypesOf(object, "shapes.Square")) ==
          std::vector<std::string>{"shapes.Named", "shapes.Shape"});
    CHECK(supertypesOf(object, "shapes.Shape").empty());
    CHECK(supertypesOf(object, kGo).empty());
    CHECK(supertypesOf(object, "shapes.Circle").empty());
    CHECK(supertypesOf(object, "gov.cca.Port").empty());
}

TEST_CASE("every port is a gov.cca.Port") {
    CHECK(isSubtype("p.T", {}, "gov.cca.Port"));
    CHECK_FALSE(isSubtype("gov.cca.Port", {}, "p.T"));
}

TEST_CASE("a port of a subtype can be the default for the supertype") {
    Fixture fixture(kBasic);

    fixture.framework.setDefaultProvider(kBasic, "provider", "whole");
    fixture.framework.connectDefaults();

    CHECK(fixture.numSettings() == 1);
}
