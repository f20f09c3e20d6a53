#include "AssemblyScript.hpp"

TEST_SUITE_BEGIN("framework.script.Blocks");

using namespace gantry::framework;
using namespace gantry::framework::test;

TEST_CASE_FIXTURE(AssemblyScript, "a block is carried out as often as it says") {
    CHECK(shown("iterate 3 {\n  create fixtures.Counter\n}\narena") ==
          "Counter0 fixtures.Counter\nCounter1 fixtures.Counter\nCounter2 fixtures.Counter\n");
    CHECK(shown("iterate 0 {\nnuke all\n}\nremove Counter0\narena") ==
          "Counter1 fixtures.Counter\nCounter2 fixtures.Counter\n");
}

TEST_CASE_FIXTURE(AssemblyScript, "blocks stand in blocks, and in one line") {
    CHECK(
        shown("create fixtures.Counter c\niterate 2 {\n# comments and blank lines do not count\n\n"
              "  iterate 2 {\n    arena\n  }\n  chain\n}") ==
        "c fixtures.Counter\nc fixtures.Counter\nc fixtures.Counter\nc fixtures.Counter\n");
    CHECK(shown("iterate 2 { iter 2 { arena } }\niterate 5 { }").size() ==
          4 * std::string("c fixtures.Counter\n").size());
}

TEST_CASE_FIXTURE(AssemblyScript, "quit in a block ends the script") {
    std::istringstream script("iterate 5 {\ncreate fixtures.Counter\nquit 7\n}\nnonsense");

    CHECK(interpreter.run(script, "test.rc") == 7);
    CHECK(shown("arena") == "Counter0 fixtures.Counter\n");
}

TEST_CASE_FIXTURE(AssemblyScript, "an error in a block names its own line and column") {
    CHECK(errorOf("iterate 2 {\n  create fixtures.Counter only\n}")
              .find("test.rc:2:27: error: instance 'only' exists already") == 0);
    CHECK(errorOf("iterate 2 { iterate 2 { remove nobody } }")
              .find("test.rc:1:32: error: there is no instance 'nobody'") == 0);
}

TEST_CASE_FIXTURE(AssemblyScript, "a block that cannot be read is refused before any of it runs") {
    CHECK(errorOf("iterate 2 {\ncreate fixtures.Counter\nnonsense\n}")
              .find("test.rc:3:1: error: unknown command 'nonsense'") == 0);
    CHECK(errorOf("iterate 2 {\ncreate fixtures.Counter\ncreate\n}")
              .find("test.rc:3:1: error: too few arguments for 'instantiate'") == 0);
    CHECK(errorOf("\niterate 2 {\ncreate fixtures.Counter\niterate 3 {\n}\n") ==
          "test.rc:2:11: error: this block is not closed; a line '}' closes it");
    CHECK(errorOf("iterate 2 {\ncreate fixtures.Counter\n#!eof\n}")
              .find("test.rc:1:11: error: this") == 0);
    CHECK(shown("arena").empty());
}

TEST_CASE_FIXTURE(AssemblyScript, "what opens and closes blocks wrongly is refused") {
    CHECK(errorOf("}") == "test.rc:1:1: error: no block is open here that '}' could close");
    CHECK(errorOf("iterate 2").find("test.rc:1:1: error: too few arguments for 'iterate'") == 0);
    CHECK(errorOf("iterate 2 go x").find("test.rc:1:11: error: '{' is needed here") == 0);
    CHECK(errorOf("iterate 2 { arena").find("test.rc:1:13: error: after '{', end the line") == 0);
    for (const char* times : {"-1", "1.5", "many", "1000000001", "99999999999999999999"}) {
        CHECK(errorOf(std::string("iterate ") + times + " {\n}")
                  .find(std::string("test.rc:1:9: error: '") + times +
                        "' is not a repetition count") == 0);
    }
    std::string deep;
    for (int i = 0; i < 33; ++i) {
        deep += "iterate 1 {\n";
    }
    CHECK(errorOf(deep).find("test.rc:33:1: error: blocks may be 32 deep") == 0);
}

TEST_SUITE_END();
