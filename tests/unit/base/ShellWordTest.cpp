#include <base/text/ShellWord.hpp>

#include <doctest/doctest.h>

using gantry::base::shellWord;

TEST_SUITE_BEGIN("base.ShellWord");

TEST_CASE("shellWord: a plain word stays as it is, any other is one word in quotes") {
    CHECK(shellWord("build/lib-1/a.rc") == "build/lib-1/a.rc");
    CHECK(shellWord("a b") == "'a b'");
    CHECK(shellWord("it's") == "'it'\\''s'");
    CHECK(shellWord("$HOME;x") == "'$HOME;x'");
    CHECK(shellWord("") == "''");
}

TEST_SUITE_END();
