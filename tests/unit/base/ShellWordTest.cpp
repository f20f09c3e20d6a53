#include <base/text/ShellWord.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

using gantry::base::commandWords;
using gantry::base::shellWord;

TEST_SUITE_BEGIN("base.ShellWord");

TEST_CASE("shellWord: a plain word stays as it is, any other is one word in quotes") {
    CHECK(shellWord("build/lib-1/a.rc") == "build/lib-1/a.rc");
    CHECK(shellWord("a b") == "'a b'");
    CHECK(shellWord("it's") == "'it'\\''s'");
    CHECK(shellWord("$HOME;x") == "'$HOME;x'");
    CHECK(shellWord("") == "''");
}

TEST_CASE("commandWords: a plain command is its words, any other is run by a shell") {
    using Words = std::vector<std::string>;
    CHECK(commandWords("  ./solver --size  1000 ") == Words{"./solver", "--size", "1000"});
    for (const std::string command :
         {"a > b", "a 'b c'", "N=1 a", "a; b", "a *.txt", "$A", "a\nb"}) {
        CAPTURE(command);
        CHECK(commandWords(command) == Words{"/bin/sh", "-c", command});
    }
    CHECK(commandWords(" \t").empty());
}

TEST_SUITE_END();
