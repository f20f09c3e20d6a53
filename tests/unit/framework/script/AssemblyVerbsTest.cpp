#include <filesystem>
#include <sys/stat.h>

#include "AssemblyScript.hpp"

TEST_SUITE_BEGIN("framework.script.AssemblyVerbs");

using namespace gantry::framework;
using namespace gantry::framework::test;

TEST_CASE_FIXTURE(AssemblyScript,
                  "check reports that nothing is wrong, or what is, and stops at an error") {
    assemble();
    CHECK(shown("check") == "nothing is wrong with this assembly\n");

    shown("create fixtures.Caller second");
    CHECK(errorOf("check").find("test.rc:1:1: error: the assembly has 1 error") == 0);
    CHECK(output.str().find("error: uses port 'second.target' is not connected") !=
          std::string::npos);
}

TEST_CASE_FIXTURE(AssemblyScript, "what save writes builds the same assembly again") {
    assemble();
    const std::string before = shown("display state");
    CHECK(before.find("property caller colour light blue\n") != std::string::npos);
    CHECK(before.find("port-property caller target weight double 2.5\n") != std::string::npos);

    shown("save " + folder.file("saved.rc") + "\nnuke all");
    CHECK(shown("display state").empty());
    shown("load " + folder.file("saved.rc"));

    CHECK(shown("display state") == before);
    CHECK(folder.numFiles() == 1);
}

TEST_CASE_FIXTURE(AssemblyScript, "a value that no line can hold is reported, not spoiled") {
    assemble();
    const auto builder = embedding.framework.builderService();
    const auto caller = builder->getComponentID("caller");
    const auto properties = builder->getComponentProperties(caller);
    properties->putString("colour", "light\nblue");
    builder->setComponentProperties(caller, properties);

    CHECK(shown("display state")
              .find("# not kept, as no line can hold its value: property caller colour\n") !=
          std::string::npos);
}

TEST_CASE_FIXTURE(AssemblyScript, "an error in a loaded script names its own place") {
    folder.write("inner.rc", "arena\nnonsense\n");

    CHECK(errorOf("load " + folder.file("inner.rc"))
              .find(folder.file("inner.rc") + ":2:1: error: unknown command") == 0);
}

TEST_CASE_FIXTURE(AssemblyScript, "a loaded script ends with its own quit, and its status counts") {
    folder.write("good.rc", "create fixtures.Counter counter\nquit\nnonsense\n");
    folder.write("bad.rc", "quit 3\n");

    CHECK(shown("load " + folder.file("good.rc") + "\narena") == "counter fixtures.Counter\n");
    CHECK(errorOf("load " + folder.file("bad.rc")).find("ended with status 3") !=
          std::string::npos);
}

TEST_CASE_FIXTURE(AssemblyScript, "a script that is missing, or loads itself, is refused") {
    folder.write("self.rc", "load " + folder.file("self.rc") + "\n");

    CHECK(errorOf("load " + folder.file("none.rc")).find("cannot be read") != std::string::npos);
    CHECK(errorOf("load " + folder.file("self.rc")).find("a script may not load itself") !=
          std::string::npos);
}

TEST_CASE_FIXTURE(AssemblyScript, "the graph is shown, or written by the ending of its name") {
    assemble();
    const std::string dot = shown("graph");
    shown("graph " + folder.file("a.dot"));

    CHECK(dot.find("\"caller\":port0:e -> \"counter\":port0:w") != std::string::npos);
    CHECK(folder.text("a.dot") == dot);
    CHECK(errorOf("graph " + folder.file("a.png")).find("it ends in .svg for a picture") !=
          std::string::npos);
    CHECK(errorOf("graph " + folder.file("no/such/a.dot")).find("cannot write") !=
          std::string::npos);
}

TEST_CASE_FIXTURE(AssemblyScript, "a file that is not a regular one is not replaced") {
    assemble();
    const std::string pipe = folder.file("pipe.dot");
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);

    CHECK(errorOf("graph " + pipe).find("is not a regular file") != std::string::npos);
    CHECK(std::filesystem::is_fifo(pipe));
    CHECK(folder.numFiles() == 1);
}

TEST_CASE_FIXTURE(AssemblyScript, "without Graphviz a picture is refused with what to install") {
    assemble();
    const char* const path = std::getenv("PATH");
    const std::string before = path != nullptr ? path : "";
    ::setenv("PATH", folder.file("").c_str(), 1);
    const std::string error = errorOf("graph " + folder.file("a.svg"));
    ::setenv("PATH", before.c_str(), 1);

    CHECK(error.find("install Graphviz (package graphviz)") != std::string::npos);
    CHECK(folder.numFiles() == 0);
}

TEST_CASE_FIXTURE(AssemblyScript, "variables of the environment stand for parts of paths") {
    assemble();
    ::setenv("GANTRY_TEST_FOLDER", folder.file("").c_str(), 1);
    ::setenv("GANTRY_TEST_NAME", "saved", 1);

    shown("save $GANTRY_TEST_FOLDER/${GANTRY_TEST_NAME}.rc\nnuke all");
    shown("load ${GANTRY_TEST_FOLDER}$GANTRY_TEST_NAME.rc");

    CHECK(shown("arena") == "caller fixtures.MonitoredCaller\ncounter fixtures.Counter\n");
    shown("save " + folder.file("a$$b.rc"));
    CHECK(std::filesystem::exists(folder.file("a$b.rc")));
    ::unsetenv("GANTRY_TEST_FOLDER");
    ::unsetenv("GANTRY_TEST_NAME");
}

TEST_CASE_FIXTURE(AssemblyScript,
                  "a variable that is not set, or has no name, is an error at its place") {
    ::unsetenv("GANTRY_TEST_UNSET");

    CHECK(
        errorOf("path append /tmp/$GANTRY_TEST_UNSET/x") ==
        "test.rc:1:18: error: the environment variable 'GANTRY_TEST_UNSET' is not set; set it, or "
        "write $$ for the character $");
    CHECK(errorOf("load a$").find("test.rc:1:7: error: '$' must be followed by the name") == 0);
    CHECK(errorOf("save ${x").find("test.rc:1:6: error: '$' must be followed by the name") == 0);
    CHECK(errorOf("graph $-.svg").find("test.rc:1:7: error: '$' must be followed by the name") ==
          0);
}

TEST_SUITE_END();
