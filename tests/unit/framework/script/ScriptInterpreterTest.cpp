#include <framework/ScriptInterpreter.hpp>
#include <gov/cca/ports/ParameterPortFactory.hpp>

#include <fstream>
#include <sstream>

#include "embedding.hpp"

TEST_SUITE_BEGIN("framework.script.ScriptInterpreter");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

class Script final {
public:
    explicit Script(const std::vector<std::string>& fixtures = {"good_counter", "caller"})
        : embedding(fixtures) {}

    int run(const std::string& text) {
        std::istringstream stream(text);
        return interpreter.run(stream, "test.rc");
    }
    /// The message of the error that stops the script.
    std::string errorOf(const std::string& text) {
        try {
            run(text);
        } catch (const ScriptError& error) {
            return error.what();
        }
        FAIL("the script did not stop");
        return {};
    }
    void addParameters() {
        const auto services = embedding.join("component");
        services->registerUsesPort("factory", "gov.cca.ports.ParameterPortFactory", nullptr);
        const auto factory = std::dynamic_pointer_cast<gov::cca::ports::ParameterPortFactory>(
            services->getPort("factory"));
        std::shared_ptr<gov::cca::TypeMap> values;
        factory->initParameterData(values, "configuration");
        factory->addRequestInt(values, "count", "", "", 10, 0, 100);
        factory->addRequestString(values, "text", "", "", "none");
        factory->addParameterPort(values, services);
        services->releasePort("factory");
    }

    Embedding embedding;
    std::ostringstream output;
    ScriptInterpreter interpreter{embedding.framework, output};
};

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an assembly is built, run and taken apart") {
    Script script;

    const int status = script.run(
        "#!ccaffeine bootstrap file.\n"
        "repository get-global fixtures.Caller\n"
        "instantiate fixtures.Caller caller\n"
        "create fixtures.Counter counter\n"
        "connect caller target counter count\n"
        "go caller go\n"
        "display chain\n"
        "disconnect caller target counter count\n"
        "remove counter\n"
        "arena\n"
        "nuke all\n"
        "quit 3\n"
        "this is never read\n");

    CHECK(status == 3);
    CHECK(script.output.str() == "caller target -> counter count\ncaller fixtures.Caller\n");
    CHECK(script.embedding.framework.instances().empty());
}

TEST_CASE("comments, blank lines, tabs and carriage returns are read as they should") {
    Script script;

    const int status = script.run(
        "# one\r\n! two\r\n// three\r\n\r\n   \t\r\n\tpulldown\tfixtures.Counter  counter "
        "\r\n#!eof\r\nnonsense");

    CHECK(status == 0);
    CHECK(script.embedding.framework.instances().size() == 1);
}

TEST_CASE("verbs have aliases and unique beginnings") {
    Script script;

    script.run(
        "cre fixtures.Counter a\npull fixtures.Counter\nrep list\ndisp "
        "arena\nlinks\npal\nclasses\nx");

    CHECK(script.output.str() ==
          "fixtures.Caller\nfixtures.Counter\na fixtures.Counter\nCounter0 "
          "fixtures.Counter\nfixtures.Counter\n"
          "fixtures.Counter\n");
}

TEST_CASE("errors name file, line and column, and the script stops there") {
    Script script;

    CHECK(script.errorOf("\n  instatiate x") ==
          "test.rc:2:3: error: unknown command 'instatiate'; did you mean 'instantiate'?; 'help' "
          "lists all commands");
    CHECK(
        contains(script.errorOf("con a b c d"),
                 "test.rc:1:1: error: command 'con' is ambiguous; it may be connect or configure"));
    CHECK(contains(script.errorOf("create fixtures.Conter c"),
                   "test.rc:1:8: error: there is no component class"));
    CHECK(contains(
        script.errorOf(
            "create fixtures.Counter c\ncreate fixtures.Counter c\ncreate fixtures.Counter d"),
        "test.rc:2:25: error: instance 'c' exists already"));
    CHECK(script.embedding.framework.instances().size() == 1);
    CHECK(contains(script.errorOf("go C count"),
                   "test.rc:1:4: error: there is no instance 'C'; did you mean 'c'?"));
    CHECK(contains(script.errorOf("go c cuont"),
                   "test.rc:1:6: error: instance 'c' has no port 'cuont'"));
    CHECK(contains(script.errorOf("remove d"), "test.rc:1:8: error: there is no instance 'd'"));
    CHECK(contains(script.errorOf("connect c"),
                   "test.rc:1:1: error: too few arguments for 'connect'; write: connect USER"));
    CHECK(contains(script.errorOf("remove c d"), "test.rc:1:10: error: too many arguments"));
    CHECK(contains(script.errorOf("quit soon"), "test.rc:1:6: error: 'soon' is not an exit"));
    CHECK(contains(script.errorOf("quit 256"), "256"));
    CHECK(contains(script.errorOf("shell ls"), "test.rc:1:1: error: 'shell' is switched off"));
    CHECK(contains(script.errorOf("nuke everything"), "test.rc:1:6: error:"));
    CHECK(contains(script.errorOf("display all"), "test.rc:1:9: error: unknown word 'all'"));
    CHECK(contains(script.errorOf("display component"), "needs the name"));
    CHECK(contains(script.errorOf("repository fetch x"),
                   "test.rc:1:12: error: unknown word 'fetch'"));
    CHECK(contains(script.errorOf("repository get"), "needs one name"));
    CHECK(contains(script.errorOf("repository get-ports /no/such.so"),
                   "test.rc:1:22: error: cannot read /no/such.so"));
    CHECK(contains(script.errorOf("path set /no/such/folder"),
                   "test.rc:1:10: error: there is no folder"));
}

TEST_CASE("a failed instantiation leaves neither instance nor class behind") {
    Script script({"throws_in_set_services"});

    const std::string error = script.errorOf("instantiate fixtures.ThrowsInSetServices broken");

    CHECK(contains(error, "test.rc:1:13: error:"));
    CHECK(contains(error, "no licence"));
    CHECK(script.embedding.framework.palette().empty());
    CHECK(script.embedding.framework.instances().empty());
}

TEST_CASE("control characters are refused") {
    Script script;

    CHECK(contains(script.errorOf(std::string("arena\nare\0na", 12)),
                   "test.rc:2:4: error: control character 0x00"));
    CHECK(contains(script.errorOf("# \x1b[31m"), "control character 0x1b"));
    CHECK(contains(script.errorOf("arena \r x"), "control character 0x0d"));
}

TEST_CASE("a line may be of any length") {
    Script script;
    const std::string name(100000, 'n');

    script.run("create fixtures.Counter " + name);

    CHECK(script.embedding.framework.instances()[0].name == name);
}

TEST_CASE("go calls the only GoPort if no port is named") {
    Script script;

    CHECK(script.run("create fixtures.Counter c\ngo c") == 0);
    CHECK(contains(script.errorOf("create fixtures.Caller d\ngo d"),
                   "several ports of type gov.cca.ports.GoPort; name one of go, fail"));
    script.embedding.joinUser("user");
    CHECK(contains(script.errorOf("go user"), "provides no port of type gov.cca.ports.GoPort"));
}

TEST_CASE("a go that fails is an error with its reason") {
    Script script;
    script.run("create fixtures.Counter c\ncreate fixtures.Caller d\ngo c");
    CHECK(contains(script.errorOf("go d go"), "'d.target' (gov.cca.ports.GoPort)"));
    script.run("connect d target c count");

    CHECK(contains(script.errorOf("go c count"),
                   "test.rc:1:1: error: 'c.count' returned 1; 0 means success"));
    CHECK(contains(script.errorOf("go d fail"), "'d.fail' failed: the caller fails as it should"));
    CHECK(contains(script.errorOf("go d target"), "is a uses port"));
}

TEST_CASE("a hook runs before each go; its CCA errors belong to the command, others pass through") {
    Script script;
    int calls = 0;
    script.run("create fixtures.Counter c");
    script.interpreter.setBeforeGo([&] {
        if (++calls == 2) {
            throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard, "not now");
        }
        if (calls == 3) {
            throw std::out_of_range("never");
        }
    });

    script.run("go c");

    CHECK(script.errorOf("go c") == "test.rc:1:1: error: not now");
    CHECK_THROWS_AS(script.run("go c"), std::out_of_range);
}

TEST_CASE("parameters are shown and set in all forms") {
    Script script;
    script.addParameters();

    script.run(
        "parameters component configuration count 20\n"
        "configure component configuration text set  two  words \n"
        "param component configuration ALL\n"
        "config component configuration count\n"
        "parameters component configuration text set\n"
        "parameters component configuration\n");

    CHECK(script.output.str() ==
          "count = 20\ntext = two  words\ncount = 20\ncount = 20\ntext = \n");
}

TEST_CASE("bad parameters are refused at the word that is wrong") {
    Script script;
    script.addParameters();
    script.run("create fixtures.Counter c");

    CHECK(contains(script.errorOf("parameters component configuration cuont set 5"),
                   "test.rc:1:36: error: port 'component.configuration' has no parameter 'cuont'; "
                   "did you mean 'count'?"));
    CHECK(contains(script.errorOf("parameters component configuration count set many"),
                   "test.rc:1:46: error: parameter 'count': 'many' is not a value of type int"));
    CHECK(contains(script.errorOf("parameters component configuration count set -5"),
                   "-5 is outside its bounds"));
    CHECK(contains(script.errorOf("parameters component configuration count set"),
                   "not a value of type int"));
    CHECK(contains(script.errorOf("parameters component configuration ALL set 5"),
                   "can be shown but not set"));
    CHECK(contains(script.errorOf("parameters component config"), "test.rc:1:22: error:"));
    CHECK(contains(script.errorOf("parameters c count"), "has no parameters"));
}

TEST_CASE("properties of instances and ports are shown and set") {
    Script script;
    script.run("create fixtures.Caller c");

    script.run(
        "property c colour light blue\n"
        "property c colour\n"
        "property c\n"
        "port-property c target weight double 2.5\n"
        "port-property c target weight\n"
        "port-property c target\n");

    CHECK(script.output.str() ==
          "colour = light blue\ncca.className = fixtures.Caller\ncolour = light blue\n"
          "gantry.classVersion = 1.0\nweight = 2.5\ncca.portName = target\ncca.portType = "
          "gov.cca.ports.GoPort\nweight = 2.5\n");
    CHECK(contains(script.errorOf("property c size"),
                   "test.rc:1:12: error: there is no property 'size'"));
    CHECK(contains(script.errorOf("port-property c target a number 1"), "unknown type 'number'"));
    CHECK(
        contains(script.errorOf("port-property c target a int one"), "test.rc:1:30: error: 'one'"));
}

TEST_CASE("the state is a script that builds the assembly again") {
    Script script;
    script.run(
        "create fixtures.Caller a\ncreate fixtures.Counter b\nconnect a target b count\nproperty a "
        "colour blue\n"
        "display state");
    const std::string state = script.output.str();
    Script again;

    again.run(state + "display state");

    CHECK(state ==
          "instantiate fixtures.Caller a\nproperty a colour blue\ninstantiate fixtures.Counter b\n"
          "connect a target b count\n");
    CHECK(again.output.str() == state);
}

TEST_CASE("a component is displayed with its ports and where they lead") {
    Script script;

    script.run(
        "create fixtures.Caller a\ncreate fixtures.Counter b\nconnect a target b count\n"
        "display component a\ndisplay component b");

    CHECK(script.output.str() ==
          "a fixtures.Caller\n  uses target gov.cca.ports.GoPort -> b count\n  provides go "
          "gov.cca.ports.GoPort\n"
          "  provides fail gov.cca.ports.GoPort\n"
          "b fixtures.Counter\n  provides count gov.cca.ports.GoPort <- a target\n");
}

TEST_CASE("the path is shown, extended, replaced and set back") {
    Script script({"good_counter"});
    const std::string first = fixture("good_counter").string();
    const std::string second = fixture("caller").string();

    script.run("path append " + second + "\npath\npath set " + second + "\npath\npath prepend " +
               first + "\npath\npath init\npath");

    CHECK(script.output.str() ==
          first + ':' + second + '\n' + second + '\n' + first + ':' + second + '\n' + first + '\n');
    CHECK(contains(script.errorOf("path remove x"), "test.rc:1:6: error: unknown word 'remove'"));
    CHECK(contains(script.errorOf("path set"), "needs a folder"));
}

TEST_CASE("debug repeats commands until nodebug, and help explains them") {
    Script script;

    script.run("debug\ncreate fixtures.Counter c\nquiet\nremove c\nhelp remove");

    CHECK(script.output.str() ==
          "done: debug\ndone: create fixtures.Counter c\nremove INSTANCE\n    disconnect and "
          "destroy an instance\n");
}

TEST_CASE("help lists every command") {
    Script script;

    script.run("help");

    for (const char* verb :
         {"path", "repository", "instantiate, create, pulldown", "connect", "disconnect", "go, run",
          "parameters, configure", "property", "port-property", "display", "quit, exit, x, bye"}) {
        CAPTURE(verb);
        CHECK(contains("\n" + script.output.str(), std::string("\n") + verb));
    }
}

TEST_CASE("the geometry of saved assemblies is accepted") {
    Script script;

    const int status = script.run(
        "setSize 100 100\nsetMaximum 5 5\nsetDropLocation 3 4\npulldown fixtures.Counter c\nmove c "
        "1 2\neof\nnonsense");

    CHECK(status == 0);
    CHECK(script.embedding.framework.instances().size() == 1);
}

TEST_CASE("a script that cannot be read is an error that names it") {
    Script script;

    CHECK(complaintOf([&] {
              script.interpreter.run("/no/such/script.rc");
          }).names("/no/such/script.rc"));
    CHECK(complaintOf([&] {
              script.interpreter.run(std::filesystem::temp_directory_path());
          }).names("is a directory"));
}

TEST_CASE("random lines never do worse than a script error") {
    const unsigned seed = 20240607;
    CAPTURE(seed);
    Script script;
    std::uint64_t state = seed;
    const std::vector<std::string> words{"create",     "fixtures.Counter",
                                         "a",          "b",
                                         "connect",    "go",
                                         "count",      "remove",
                                         "display",    "state",
                                         "chain",      "quit",
                                         "path",       "p",
                                         "nuke",       "all",
                                         "\x01",       "#",
                                         "set",        "init",
                                         "property",   "ALL",
                                         "disconnect", "target",
                                         "help",       "",
                                         "\t",         "\xff"};

    for (int i = 0; i < 2000; ++i) {
        std::string line;
        for (int n = 0; n < 5; ++n) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            line += words[(state >> 33U) % words.size()] + ' ';
        }
        CAPTURE(line);
        try {
            script.run(line);
        } catch (const ScriptError& error) {
            CHECK(error.line() == 1);
            CHECK(error.column() >= 1);
        }
    }
}

TEST_SUITE_END();
