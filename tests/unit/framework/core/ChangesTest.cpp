#include <random>

#include "AssemblyScript.hpp"

TEST_SUITE_BEGIN("framework.core.Changes");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

/// Scripts on an assembly whose changes are written down.
struct ObservedScript : AssemblyScript {
    std::vector<Change> changes;
    std::string log;

    ObservedScript() {
        embedding.framework.observeChanges([this](const Change& change) {
            changes.push_back(change);
            log += toScript(change);
        });
    }
    ObservedScript(const ObservedScript&) = delete;
    ObservedScript& operator=(const ObservedScript&) = delete;
    ~ObservedScript() { embedding.framework.observeChanges(nullptr); }

    [[nodiscard]] std::string commands() const {
        std::string text;
        for (const Change& change : changes) {
            text += change.command + '\n';
        }
        return text;
    }
    /// What the log of this assembly builds elsewhere.
    [[nodiscard]] std::string rebuilt() const {
        AssemblyScript other;
        other.shown(log);
        return other.shown("display state");
    }
};

}  // namespace

TEST_CASE_FIXTURE(ObservedScript,
                  "each change is reported at once, with the command that makes it") {
    assemble();
    shown("disconnect caller target counter count\nremove counter");

    CHECK(commands() ==
          "instantiate fixtures.MonitoredCaller caller\ninstantiate fixtures.Counter counter\n"
          "connect caller target counter count\nproperty caller colour light blue\n"
          "port-property caller target weight double 2.5\n"
          "disconnect caller target counter count\nremove counter\n");
    CHECK(changes[2].action == Change::Action::Connect);
    CHECK(changes[2].subject == ConnectionInfo{"caller", "target", "counter", "count"});
    CHECK(changes[2].cause == "test.rc:3");
    CHECK_FALSE(changes[2].implied);
}

TEST_CASE_FIXTURE(ObservedScript,
                  "what is done to an assembly builds the same one again, whatever it was") {
    const unsigned seed = std::random_device{}();
    CAPTURE(seed);
    std::mt19937 random(seed);
    const auto number = [&](int below) {
        return std::to_string(std::uniform_int_distribution(0, below - 1)(random));
    };
    for (int i = 0; i < 300; ++i) {
        const std::vector<std::string> commands{
            "create fixtures.Counter c" + number(4),
            "create fixtures.MonitoredCaller u" + number(4),
            "create fixtures.Counter",
            "connect u" + number(4) + " target c" + number(4) + " count",
            "connect u" + number(4) + " target c" + number(4) + " count guarded",
            "disconnect u" + number(4) + " target c" + number(4) + " count",
            "swap u" + number(4) + " target c" + number(4) + " count",
            "remove c" + number(4),
            "remove u" + number(4),
            "property u" + number(4) + " colour " + number(9),
            "port-property u" + number(4) + " target weight int " + number(9)};
        const std::string& command = commands[static_cast<std::size_t>(
            std::stoi(number(static_cast<int>(commands.size()))))];
        try {
            shown(command);
        } catch (const ScriptError&) {
            // Refused, as many of them must be: nothing is reported of it.
            continue;
        }
    }
    CAPTURE(log);

    CHECK(rebuilt() == shown("display state"));
}

TEST_CASE_FIXTURE(ObservedScript, "what a component does is reported with its name") {
    const auto services = embedding.join("builder");
    services->registerUsesPort("build", "gov.cca.ports.BuilderService", nullptr);
    const auto builder =
        std::dynamic_pointer_cast<gov::cca::ports::BuilderService>(services->getPort("build"));
    REQUIRE(builder);

    builder->createInstance("made", "fixtures.Counter", nullptr);
    services->releasePort("build");

    REQUIRE(changes.size() == 2);
    CHECK(changes[0].command.empty());
    CHECK(toScript(changes[0]).find("which no script can do: create builder") != std::string::npos);
    CHECK(changes[1].cause == "component builder");
    CHECK(changes[1].command == "instantiate fixtures.Counter made");
}

TEST_CASE_FIXTURE(ObservedScript, "a command that fails is not told") {
    CHECK_FALSE(errorOf("create fixtures.Nothing x").empty());
    shown("create fixtures.MonitoredCaller u\ncreate fixtures.Counter c");
    changes.clear();

    CHECK_FALSE(errorOf("connect u target c cuont").empty());
    CHECK_FALSE(errorOf("create fixtures.Counter c").empty());
    CHECK_FALSE(errorOf("swap u target c count").empty());

    CHECK(changes.empty());
}

TEST_CASE_FIXTURE(ObservedScript, "a cause lasts until it is set again") {
    CHECK(embedding.framework.setCause("a test").empty());
    embedding.framework.createInstance("fixtures.Counter", "c");
    shown("remove c");
    embedding.framework.createInstance("fixtures.Counter", "d");
    CHECK(embedding.framework.setCause("") == "a test");

    REQUIRE(changes.size() == 3);
    CHECK(changes[0].cause == "a test");
    CHECK(changes[1].cause == "test.rc:1");
    CHECK(changes[2].cause == "a test");
}

TEST_CASE_FIXTURE(ObservedScript, "a value that no line can hold is reported in a comment") {
    shown("create fixtures.Counter c");
    const auto builder = embedding.framework.builderService();
    const auto id = builder->getComponentID("c");
    const auto map = builder->getComponentProperties(id);
    map->putString("colour", "light\nblue");
    changes.clear();
    builder->setComponentProperties(id, map);

    REQUIRE(changes.size() == 1);
    CHECK(toScript(changes[0]).find("which no script can do: set c\n") != std::string::npos);
}

TEST_SUITE_END();
